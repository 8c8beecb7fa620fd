// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.compact;

import dev.sluice.config.bind.Nearest;
import dev.sluice.config.source.ListNode;
import dev.sluice.config.source.MapNode;
import dev.sluice.config.source.Node;
import dev.sluice.config.source.Position;
import dev.sluice.config.source.ScalarNode;
import dev.sluice.program.image.ImageLayout;
import dev.sluice.program.sync.Accesses;
import dev.sluice.program.sync.Flag;
import dev.sluice.program.sync.Stages;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A barrier by itself, as compact streams write one: {@code STAGE[/ACCESS]>STAGE[/ACCESS]}, and {@code @OLD:NEW} behind it for
 * one of an image. Blanks may stand around the signs.
 *
 * @param text as it is written, without blanks
 * @param oldLayout null for a barrier that names no image; so is {@code newLayout}
 */
public record BarrierSpec(
        String text,
        long srcStages,
        long srcAccess,
        long dstStages,
        long dstAccess,
        @Nullable ImageLayout oldLayout,
        @Nullable ImageLayout newLayout) {
    private static final String FILE = "barrier";

    /**
     * Reads one.
     *
     * @throws dev.sluice.config.ConfigException for a text that is none, naming the column in the text without blanks
     */
    public static BarrierSpec parse(String written) {
        String text = written.strip().replaceAll("\\s*([>/@:|])\\s*", "$1");
        Word whole = new Word(new Position(FILE, 1, 1), text);
        if (text.chars().anyMatch(Character::isWhitespace)) {
            throw whole.error("one barrier is expected, STAGE[/ACCESS]>STAGE[/ACCESS][@OLD:NEW], got '" + text + "'");
        }
        Line line = new Line(Keyword.BARRIER, List.of(new Word(whole.at(), Keyword.BARRIER.word()), whole), null);
        int at = text.indexOf('@');
        Mapping mapping = new Mapping(whole.at());
        DependencyLines.scopes(line, at < 0 ? whole : whole.part(0, at), mapping);
        MapNode halves = mapping.node();
        List<Word> layouts = at < 0 ? List.of() : whole.from(at + 1).split(':');
        if (!layouts.isEmpty() && layouts.size() != 2) {
            throw whole.from(at).error("expected @OLD:NEW, the layouts of an image, got '" + text.substring(at) + "'");
        }
        return new BarrierSpec(
                text,
                mask(halves.get("srcStage"), Stages::parse),
                mask(halves.get("srcAccess"), Accesses::parse),
                mask(halves.get("dstStage"), Stages::parse),
                mask(halves.get("dstAccess"), Accesses::parse),
                layouts.isEmpty() ? null : layout(layouts.get(0)),
                layouts.isEmpty() ? null : layout(layouts.get(1)));
    }

    private static long mask(@Nullable Node flags, Function<String, ? extends Flag> parse) {
        long mask = 0;
        for (Node flag : flags instanceof ListNode list ? list.items() : List.<Node>of()) {
            try {
                mask |= parse.apply(((ScalarNode) flag).text()).mask();
            } catch (IllegalArgumentException e) {
                throw flag.error(String.valueOf(e.getMessage()));
            }
        }
        return mask;
    }

    private static ImageLayout layout(Word word) {
        ImageLayout layout = ImageLayout.of(word.text());
        if (layout == null) {
            throw word.error("unknown image layout '" + word.text() + "'"
                    + Nearest.hint(
                            word.text(),
                            Stream.of(ImageLayout.values()).map(Enum::name).toList()));
        }
        return layout;
    }
}
