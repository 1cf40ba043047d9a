package dev.baton.console;

import dev.baton.core.Sha256;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Collection;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.http.CacheControl;
import org.springframework.util.StringUtils;
import org.springframework.web.servlet.config.annotation.ResourceHandlerRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.resource.LiteWebJarsResourceResolver;

/**
 * The console's scripts and styles under an address that changes with their content, so that browsers keep them without asking
 * again. The modules name each other by relative paths, so all of them are loaded from below that address.
 */
@Configuration
class ConsoleFiles implements WebMvcConfigurer {

    private static final List<String> OWN = List.of("/console/", "/forms/");
    private static final List<String> LIBRARIES = List.of("lit-html", "marked", "dompurify");
    private static final Pattern IMPORT = Pattern.compile("(?:from|import) '(\\.[^']+)'");

    private final Map<String, String> modules = new TreeMap<>();
    private final String folder;

    ConsoleFiles() throws IOException {
        MessageDigest digest = Sha256.digest();
        PathMatchingResourcePatternResolver found = new PathMatchingResourcePatternResolver();
        for (String path : OWN) {
            for (Resource file : found.getResources("classpath:/static" + path + "*")) {
                byte[] content = file.getContentAsByteArray();
                digest.update(content);
                modules.put(path + file.getFilename(), new String(content, StandardCharsets.UTF_8));
            }
        }
        for (String library : LIBRARIES) {
            for (Resource file :
                    found.getResources("classpath*:/META-INF/resources/webjars/" + library + "/*/package.json")) {
                digest.update(file.getContentAsByteArray());
            }
        }
        folder = "/console/" + HexFormat.of().formatHex(digest.digest(), 0, 8);
    }

    @Override
    public void addResourceHandlers(ResourceHandlerRegistry registry) {
        CacheControl forGood =
                CacheControl.maxAge(Duration.ofDays(365)).cachePublic().immutable();
        for (String path : OWN) {
            registry.addResourceHandler(folder + path + "**")
                    .addResourceLocations("classpath:/static" + path)
                    .setCacheControl(forGood);
        }
        registry.addResourceHandler(folder + "/webjars/**")
                .addResourceLocations("classpath:/META-INF/resources/webjars/")
                .setCacheControl(forGood)
                .resourceChain(true)
                .addResolver(new LiteWebJarsResourceResolver());
    }

    /** Where the present version of the files is. */
    String folder() {
        return folder;
    }

    /** The addresses of a module and of all that it needs. */
    Collection<String> needed(String module) {
        Set<String> found = new LinkedHashSet<>();
        collect(module, found);
        return found.stream().map(path -> folder + path).toList();
    }

    private void collect(String path, Set<String> found) {
        if (found.add(path)) {
            Matcher imports = IMPORT.matcher(modules.getOrDefault(path, ""));
            while (imports.find()) {
                String at = path.substring(0, path.lastIndexOf('/') + 1);
                collect(StringUtils.cleanPath(at + imports.group(1)), found);
            }
        }
    }
}
