// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.config.units.Saturating;
import dev.sluice.program.Command;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * What the draws of one command ask for: a draw itself, or the structures of an indirect one that are of any vertex and instance.
 *
 * @param known whether that is what they ask for, or only guessed because their arguments are not known
 */
record AskedDraws(List<Each> draws, boolean known) {
    /** Structures of an indirect draw that are looked at. */
    private static final int MAX_DRAWS = 1 << 16;

    /**
     * What one draw asks for.
     *
     * @param count vertices or indices
     * @param first the first one
     * @param vertexOffset what is added to indices
     */
    record Each(long count, long first, long instances, long firstInstance, long vertexOffset) {}

    AskedDraws {
        draws = List.copyOf(draws);
    }

    /** The arguments of a draw, from memory where they lie there; null if what lies there is not known. */
    static @Nullable AskedDraws of(Draws.Source source) {
        Draws.Indirect indirect = source.indirect();
        return indirect == null ? new AskedDraws(List.of(source.direct()), true) : read(indirect, source.form());
    }

    private static @Nullable AskedDraws read(Draws.Indirect indirect, Command.Draw.Form form) {
        int bytes = form.argumentBytes();
        List<Each> draws = new ArrayList<>();
        for (int i = 0; i < Math.min(indirect.drawn(), MAX_DRAWS); i++) {
            IndirectCounts counts =
                    IndirectCounts.of(indirect.buffer(), indirect.offset() + i * indirect.stride(), bytes);
            if (!counts.known()) {
                return null;
            }
            if (form.meshTasks()) {
                long groups = Saturating.times(Saturating.times(counts.word(0), counts.word(4)), counts.word(8));
                if (groups != 0) {
                    draws.add(new Each(groups, 0, 1, 0, 0));
                }
            } else if (counts.word(0) != 0 && counts.word(4) != 0) {
                draws.add(new Each(
                        counts.word(0),
                        counts.word(8),
                        counts.word(4),
                        counts.word(bytes - 4),
                        form.indexed() ? counts.signed(12) : 0));
            }
        }
        return new AskedDraws(draws, true);
    }

    /** Whether no draw is of any vertex. */
    boolean none() {
        return draws.isEmpty();
    }

    /** The first vertex, or index, of all. */
    long first() {
        return least(Each::first);
    }

    /** Vertices, or indices, from the first one of all draws to the last. */
    long count() {
        return greatest(draw -> draw.first() + draw.count()) - first();
    }

    /** The most instances that a draw has. */
    long instances() {
        return greatest(Each::instances);
    }

    /** The first instance of all. */
    long firstInstance() {
        return least(Each::firstInstance);
    }

    /** Instances from the first one of all draws to the last. */
    long instanceSpan() {
        return greatest(draw -> draw.firstInstance() + draw.instances()) - firstInstance();
    }

    /** The least that is added to indices. */
    long vertexOffset() {
        return least(Each::vertexOffset);
    }

    private long least(ToLongFunction<Each> of) {
        return draws.stream().mapToLong(of).min().orElse(0);
    }

    private long greatest(ToLongFunction<Each> of) {
        return draws.stream().mapToLong(of).max().orElse(0);
    }
}
