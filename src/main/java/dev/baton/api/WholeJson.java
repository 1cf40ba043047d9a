package dev.baton.api;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.Type;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpOutputMessage;
import org.springframework.http.converter.json.MappingJackson2HttpMessageConverter;

/** Writes an answer at once, with its length. Otherwise it is sent in two parts, the second of which only says that it ends. */
final class WholeJson extends MappingJackson2HttpMessageConverter {

    WholeJson(ObjectMapper json) {
        super(json);
    }

    private record Buffer(HttpHeaders headers, ByteArrayOutputStream text) implements HttpOutputMessage {

        @Override
        public HttpHeaders getHeaders() {
            return headers;
        }

        @Override
        public OutputStream getBody() {
            return text;
        }
    }

    @Override
    protected void writeInternal(Object object, Type type, HttpOutputMessage answer) throws IOException {
        ByteArrayOutputStream text = new ByteArrayOutputStream(2048);
        super.writeInternal(object, type, new Buffer(answer.getHeaders(), text));
        answer.getHeaders().setContentLength(text.size());
        text.writeTo(answer.getBody());
    }
}
