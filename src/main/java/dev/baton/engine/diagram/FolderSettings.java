package dev.baton.engine.diagram;

import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The setting {@code baton.lifecycles}.
 *
 * @param lifecycles folders with diagrams, each ending with a slash
 */
@ConfigurationProperties("baton")
record FolderSettings(@DefaultValue List<String> lifecycles) {

    FolderSettings {
        lifecycles = lifecycles.stream()
                .map(String::strip)
                .map(folder -> folder.endsWith("/") ? folder : folder + "/")
                .toList();
    }
}
