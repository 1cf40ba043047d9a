package dev.baton.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.IOContext;
import com.fasterxml.jackson.core.util.JsonParserDelegate;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;

/**
 * Reads JSON from outside. Refuses what no database can keep and no answer could carry: NUL characters, lone surrogates,
 * numbers beyond {@link NumberLimits}, names given twice, and nesting beyond the limit.
 */
public final class StrictJsonFactory extends JsonFactory {

    private static final long serialVersionUID = 1;

    public StrictJsonFactory(int depth) {
        setStreamReadConstraints(
                StreamReadConstraints.builder().maxNestingDepth(depth).build());
        configure(StreamReadFeature.STRICT_DUPLICATE_DETECTION.mappedFeature(), true);
    }

    /** Well-formed JSON that holds something we do not take; the message says what, in words for the caller. */
    public static final class Refused extends JsonParseException {

        private static final long serialVersionUID = 1;

        Refused(JsonParser parser, String message) {
            super(parser, message);
        }
    }

    /** Every public createParser ends in one of these. */
    @Override
    protected JsonParser _createParser(InputStream in, IOContext context) throws IOException {
        return new Checking(super._createParser(in, context));
    }

    @Override
    protected JsonParser _createParser(Reader in, IOContext context) throws IOException {
        return new Checking(super._createParser(in, context));
    }

    @Override
    protected JsonParser _createParser(char[] text, int offset, int length, IOContext context, boolean recyclable)
            throws IOException {
        return new Checking(super._createParser(text, offset, length, context, recyclable));
    }

    @Override
    protected JsonParser _createParser(byte[] bytes, int offset, int length, IOContext context) throws IOException {
        return new Checking(super._createParser(bytes, offset, length, context));
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
            JsonToken token = read();
            String fault = null;
            if (token == JsonToken.VALUE_STRING || token == JsonToken.FIELD_NAME) {
                fault = StrictJsonFactory.fault(getText());
            } else if (token == JsonToken.VALUE_NUMBER_FLOAT || token == JsonToken.VALUE_NUMBER_INT) {
                fault = NumberLimits.fault(getText());
            }
            if (fault != null) {
                throw new Refused(this, fault);
            }
            return token;
        }

        @Override
        public JsonToken nextValue() throws IOException {
            JsonToken token = nextToken();
            return token == JsonToken.FIELD_NAME ? nextToken() : token;
        }

        private JsonToken read() throws IOException {
            try {
                return super.nextToken();
            } catch (StreamConstraintsException e) {
                if (e.getMessage().startsWith("Number")) {
                    throw new Refused(this, NumberLimits.tooLong());
                }
                throw e;
            }
        }
    }
}
