package dev.baton.api;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.util.JsonParserDelegate;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;

/** Turns away text that no database can keep and no answer could carry: NUL characters and halves of a character. */
final class CleanTextFactory extends JsonFactory {

    @Override
    public JsonParser createParser(InputStream in) throws IOException {
        return new Checking(super.createParser(in));
    }

    @Override
    public JsonParser createParser(Reader in) throws IOException {
        return new Checking(super.createParser(in));
    }

    private static final class Checking extends JsonParserDelegate {

        Checking(JsonParser parser) {
            super(parser);
        }

        @Override
        public JsonToken nextToken() throws IOException {
            JsonToken token = super.nextToken();
            if (token == JsonToken.VALUE_STRING || token == JsonToken.FIELD_NAME) {
                check(getText());
            }
            return token;
        }

        private void check(String text) throws IOException {
            for (int i = 0; i < text.length(); i++) {
                char c = text.charAt(i);
                boolean pair = Character.isHighSurrogate(c)
                        && i + 1 < text.length()
                        && Character.isLowSurrogate(text.charAt(i + 1));
                if (c == 0 || Character.isSurrogate(c) && !pair) {
                    throw new JsonParseException(
                            this, c == 0 ? "text can't hold a NUL character" : "text holds half a character (a lone surrogate)");
                }
                i += pair ? 1 : 0;
            }
        }
    }
}
