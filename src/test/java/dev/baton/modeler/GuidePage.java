package dev.baton.modeler;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The blocks of code on a page, in their order. */
record GuidePage(List<Block> blocks) {

    /**
     * @param kind what stands behind the opening fence: {@code bash}, {@code json} for what the commands before answer
     *     among other things, {@code xml process} and {@code xml picture} for what is drawn, {@code … file=name}
     */
    record Block(String kind, String text) {}

    private static final Pattern FENCE = Pattern.compile("(?ms)^```(\\w[^\\n]*)\\n(.*?)^```$");

    static GuidePage read(Path page) throws IOException {
        return new GuidePage(FENCE.matcher(Files.readString(page))
                .results()
                .map(GuidePage::block)
                .toList());
    }

    private static Block block(MatchResult fence) {
        return new Block(fence.group(1).strip(), fence.group(2));
    }
}
