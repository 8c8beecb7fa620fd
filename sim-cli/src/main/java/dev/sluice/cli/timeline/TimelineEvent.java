// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.timeline;

import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/** One event of a timeline on its way to a file; used again for the next. */
final class TimelineEvent {

    /** What an event is. */
    enum Phase {
        BEGIN,
        END,
        INSTANT,
        COUNTER
    }

    /** The order in which a file has its events: each sequence is in order of time. */
    enum Sequence {
        /** As they come about. */
        LIVE,
        /** Counters, known at the end of an interval. */
        COUNTERS,
        /** Refills, known at the end of the run. */
        REFILLS,
        /** Findings, known at the end of the run. */
        FINDINGS
    }

    private static final int MOST_TEXT = 240;

    Phase type = Phase.INSTANT;
    Sequence sequence = Sequence.LIVE;
    long cycle;

    @Nullable
    Track track;

    String name = "";
    String category = "";
    /** Of a counter. */
    long value;

    /** Flows that begin here or pass. */
    long[] flows = new long[4];

    /** Which of them pass. */
    final BitSet passes = new BitSet();

    int flowCount;
    /** Flows that end here. */
    long[] ends = new long[4];

    int endCount;
    final String[] keys = new String[12];
    /** A text, or null where it is a number. */
    final @Nullable String[] texts = new String[12];

    final long[] numbers = new long[12];
    int arguments;

    /** Starts anew. */
    TimelineEvent set(Phase newType, Sequence in, long at, Track on, String called, String of) {
        type = newType;
        sequence = in;
        cycle = at;
        track = on;
        name = shortened(called);
        category = of;
        value = 0;
        strip();
        return this;
    }

    Track on() {
        Track where = track;
        if (where == null) {
            throw new IllegalStateException("no track");
        }
        return where;
    }

    TimelineEvent with(String key, long number) {
        keys[arguments] = key;
        texts[arguments] = null;
        numbers[arguments++] = number;
        return this;
    }

    /** An argument; none where the text is empty. */
    TimelineEvent with(String key, @Nullable String text) {
        if (text != null && !text.isEmpty()) {
            keys[arguments] = key;
            texts[arguments++] = shortened(text);
        }
        return this;
    }

    /** A flow begins here, or passes. */
    TimelineEvent flow(long id, boolean pass) {
        if (flowCount == flows.length) {
            flows = Arrays.copyOf(flows, 2 * flowCount);
        }
        passes.set(flowCount, pass);
        flows[flowCount++] = id;
        return this;
    }

    /** A flow ends here. */
    TimelineEvent endOf(long id) {
        if (endCount == ends.length) {
            ends = Arrays.copyOf(ends, 2 * endCount);
        }
        ends[endCount++] = id;
        return this;
    }

    /** Without arguments and flows that begin or pass: what must be written whatever room is left. */
    void bare() {
        flowCount = 0;
        arguments = 0;
    }

    private void strip() {
        bare();
        endCount = 0;
    }

    /** A file has room for what a person reads. */
    private static String shortened(String text) {
        return text.length() <= MOST_TEXT ? text : text.substring(0, MOST_TEXT - 1) + "…";
    }
}
