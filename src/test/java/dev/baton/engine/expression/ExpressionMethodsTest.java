package dev.baton.engine.expression;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ExpressionMethodsTest {

    /** docs/modeler.md lists the methods of the allow list. */
    @Test
    void theGuideListsEveryAllowedMethodAndNoOther() throws IOException {
        String guide = Files.readString(Path.of("docs/modeler.md"));
        String table = guide.substring(guide.indexOf("| on | methods |"));
        Set<String> listed = new TreeSet<>();
        Matcher name = Pattern.compile("`([a-zA-Z]+)`").matcher(table.substring(0, table.indexOf("\n\n")));
        while (name.find()) {
            listed.add(name.group(1));
        }
        assertThat(listed).isEqualTo(ExpressionMethods.names());
    }

    @Test
    void nothingThatLeadsToClassesOrOutOfTheSandboxIsAllowed() {
        assertThat(ExpressionMethods.names())
                .doesNotContain(
                        "getClass",
                        "forName",
                        "invoke",
                        "newInstance",
                        "getMethod",
                        "exec",
                        "repeat",
                        "replaceAll",
                        "matches",
                        "iterator",
                        "stream",
                        "entrySet",
                        "toString");
    }
}
