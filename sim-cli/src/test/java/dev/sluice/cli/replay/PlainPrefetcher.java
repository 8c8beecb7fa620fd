// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.replay;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The prefetchers as {@code docs/prefetchers.md} and their papers say them, without tables that run out, in numbers of lines. */
abstract class PlainPrefetcher {

    /** What an access found. */
    enum Found {
        /** The line, and all that it wanted of it, not for the first time. */
        AGAIN,
        /** A prefetched line, which nobody had used. */
        PREFETCHED,
        /** One that was on its way. */
        LATE,
        NOTHING
    }

    final int degree;

    PlainPrefetcher(int degree) {
        this.degree = degree;
    }

    static PlainPrefetcher of(String kind, int degree, int distance) {
        return switch (kind) {
            case "nextLine" -> new NextLine(degree);
            case "stride" -> new Stride(degree);
            case "stream" -> new Stream(degree, distance);
            case "macroBlock" -> new MacroBlock(degree);
            default -> throw new IllegalArgumentException(kind);
        };
    }

    /** The lines that an access to a line by an instruction asks for, in order. */
    abstract List<Long> asks(long line, int site, Found found);

    private static final class NextLine extends PlainPrefetcher {
        NextLine(int degree) {
            super(degree);
        }

        @Override
        List<Long> asks(long line, int site, Found found) {
            List<Long> lines = new ArrayList<>();
            for (int i = 1; i <= degree && found != Found.AGAIN; i++) {
                lines.add(line + i);
            }
            return lines;
        }
    }

    /** Chen and Baer's table, an entry for each instruction; the state diagram of their figure 2. */
    private static final class Stride extends PlainPrefetcher {
        private enum State {
            INITIAL,
            TRANSIENT,
            STEADY,
            NO_PREDICTION
        }

        private static final class Entry {
            long last;
            long stride;
            State state = State.INITIAL;
        }

        private final Map<Integer, Entry> entries = new HashMap<>();

        Stride(int degree) {
            super(degree);
        }

        @Override
        List<Long> asks(long line, int site, Found found) {
            Entry entry = entries.get(site);
            if (entry == null) {
                entry = new Entry();
                entry.last = line;
                entries.put(site, entry);
                return List.of();
            }
            long step = line - entry.last;
            if (step == 0) {
                return List.of();
            }
            entry.last = line;
            boolean correct = step == entry.stride;
            State before = entry.state;
            if (correct) {
                entry.state = before == State.NO_PREDICTION ? State.TRANSIENT : State.STEADY;
            } else {
                entry.state = before == State.STEADY
                        ? State.INITIAL
                        : before == State.INITIAL ? State.TRANSIENT : State.NO_PREDICTION;
                entry.stride = before == State.STEADY ? entry.stride : step;
            }
            List<Long> lines = new ArrayList<>();
            for (int i = 1; i <= degree && entry.state == State.STEADY; i++) {
                lines.add(line + i * entry.stride);
            }
            return lines;
        }
    }

    /** Streams of Srinath et al.; the one that was used least recently gives way to a 65th. */
    private static final class Stream extends PlainPrefetcher {
        private static final int STREAMS = 64;
        private static final int NEAR = 16;

        private static final class Region {
            final long first;
            /** 0 until a second miss gave a direction. */
            int direction;
            /** Where the region that is watched begins and ends; null in training. */
            @Nullable
            Long begin;

            long end;

            Region(long first) {
                this.first = first;
            }

            boolean watches(long line) {
                Long from = begin;
                return from != null && Math.min(from, end) <= line && line <= Math.max(from, end);
            }
        }

        private final int distance;
        /** Places of a table, of which each keeps its number: the lowest is asked first. */
        private final @Nullable Region[] regions = new Region[STREAMS];

        private final Map<Integer, Boolean> byUse = new LinkedHashMap<>();

        Stream(int degree, int distance) {
            super(degree);
            this.distance = distance;
        }

        @Override
        List<Long> asks(long line, int site, Found found) {
            for (int at = 0; at < STREAMS; at++) {
                Region region = regions[at];
                if (region != null && region.watches(line)) {
                    touch(at);
                    return advance(region);
                }
            }
            if (found != Found.NOTHING) {
                return List.of();
            }
            for (int at = 0; at < STREAMS; at++) {
                Region region = regions[at];
                if (region != null && region.begin == null && Math.abs(line - region.first) <= NEAR) {
                    touch(at);
                    train(region, line);
                    return List.of();
                }
            }
            int at = 0;
            while (at < STREAMS && regions[at] != null) {
                at++;
            }
            at = at < STREAMS ? at : byUse.keySet().iterator().next();
            regions[at] = new Region(line);
            touch(at);
            return List.of();
        }

        private void touch(int at) {
            byUse.remove(at);
            byUse.put(at, true);
        }

        private void train(Region region, long line) {
            int direction = Long.signum(line - region.first);
            if (direction != 0 && direction == region.direction) {
                region.begin = region.first;
                region.end = line + (long) degree * direction;
            } else if (direction != 0) {
                region.direction = direction;
            }
        }

        private List<Long> advance(Region region) {
            List<Long> lines = new ArrayList<>();
            for (int i = 0; i < degree; i++) {
                region.end += region.direction;
                lines.add(region.end);
            }
            Long from = region.begin;
            if (from != null && Math.abs(region.end - from) > distance) {
                region.begin = from + (long) degree * region.direction;
            }
            return lines;
        }
    }

    /** Blocks of four lines, of which two were missed; the one that was missed least recently gives way to a 65th. */
    private static final class MacroBlock extends PlainPrefetcher {
        private final Map<Long, TreeSet<Long>> missed = new LinkedHashMap<>();

        MacroBlock(int degree) {
            super(degree);
        }

        @Override
        List<Long> asks(long line, int site, Found found) {
            if (found == Found.AGAIN || found == Found.PREFETCHED) {
                return List.of();
            }
            long block = Math.floorDiv(line, 4L);
            TreeSet<Long> lines = missed.remove(block);
            if (lines == null) {
                lines = new TreeSet<>();
                if (missed.size() == 64) {
                    missed.remove(missed.keySet().iterator().next());
                }
            }
            missed.put(block, lines);
            List<Long> rest = new ArrayList<>();
            if (lines.add(line) && lines.size() == 2) {
                for (long other = 4 * block; other < 4 * block + 4; other++) {
                    if (!lines.contains(other)) {
                        rest.add(other);
                    }
                }
            }
            return rest;
        }
    }
}
