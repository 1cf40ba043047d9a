package dev.baton.core;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.util.JsonParserDelegate;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;

/**
 * Reads JSON from outside. Turns away what no database can keep and no answer could carry: NUL characters, halves of a
 * character, numbers beyond all bounds, names given twice, and documents without bottom.
 */
public final class StrictJson extends JsonFactory {

    public StrictJson(int depth) {
        setStreamReadConstraints(
                StreamReadConstraints.builder().maxNestingDepth(depth).build());
        configure(StreamReadFeature.STRICT_DUPLICATE_DETECTION.mappedFeature(), true);
    }

    @Override
    public JsonParser createParser(InputStream in) throws IOException {
        return new Checking(super.createParser(in));
    }

    @Override
    public JsonParser createParser(Reader in) throws IOException {
        return new Checking(super.createParser(in));
    }

    @Override
    public JsonParser createParser(String text) throws IOException {
        return new Checking(super.createParser(text));
    }

    /** What is wrong with a text; null if nothing is. */
    public static String fault(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean pair = Character.isHighSurrogate(c)
                    && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1));
            if (c == 0) {
                return "text can't hold a NUL character";
            }
            if (Character.isSurrogate(c) && !pair) {
                return "text holds half a character (a lone surrogate)";
            }
            i += pair ? 1 : 0;
        }
        return null;
    }

    private static final class Checking extends JsonParserDelegate {

        Checking(JsonParser parser) {
            super(parser);
        }

        @Override
        public JsonToken nextToken() throws IOException {
            JsonToken token = super.nextToken();
            String fault = null;
            if (token == JsonToken.VALUE_STRING || token == JsonToken.FIELD_NAME) {
                fault = fault(getText());
            } else if (token == JsonToken.VALUE_NUMBER_FLOAT && Double.isInfinite(getDoubleValue())) {
                fault = "the number " + getText() + " is too large";
            }
            if (fault != null) {
                throw new JsonParseException(this, fault);
            }
            return token;
        }
    }
}
