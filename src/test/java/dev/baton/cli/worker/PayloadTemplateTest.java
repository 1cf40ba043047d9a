package dev.baton.cli.worker;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.json.Json;
import org.junit.jupiter.api.Test;

class PayloadTemplateTest {

    private static final JsonNode VALUES = Json.read("""
            {"exitCode":0,"merged":null,"task":{"title":"Fix $1 ${task.id}","data":{"round":2}},
             "result":{"plan":{"goal":"x"},"empty":""}}""");

    @Test
    void aTextThatIsAReferenceBecomesTheValueItself() {
        assertThat(fill("{\"a\":\"${exitCode}\",\"b\":\"${result.plan}\"}"))
                .isEqualTo("{\"a\":0,\"b\":{\"goal\":\"x\"}}");
    }

    @Test
    void whatHasNoValueIsLeftOut() {
        assertThat(fill("{\"a\":\"${merged}\",\"b\":\"${commit}\",\"c\":[\"${commit}\",1]}"))
                .isEqualTo("{\"c\":[1]}");
    }

    @Test
    void textsAreFilledOnceAndValuesAreNeverTemplates() {
        assertThat(fill("{\"a\":\"Do: ${task.title}!\"}")).isEqualTo("{\"a\":\"Do: Fix $1 ${task.id}!\"}");
    }

    @Test
    void defaultsAreForWhatIsMissingOrBlank() {
        assertThat(
                        fill(
                                "{\"a\":{\"from\":\"result.empty\",\"default\":\"d\"},\"b\":{\"from\":\"exitCode\",\"default\":7}}"))
                .isEqualTo("{\"a\":\"d\",\"b\":0}");
        assertThat(fill("{\"a\":{\"from\":\"result.none\"}}")).isEqualTo("{}");
    }

    private static String fill(String template) {
        return PayloadTemplate.fill(Json.read(template), VALUES).toString();
    }
}
