// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.compute;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The stores that are not answered and of which nothing has to be kept but whose they are: a count for each wave that made any.
 *
 * <p>A wave may end before its stores are acknowledged, and another one take its place. So it is the count that has a number, the tag
 * of the requests, and lives until both the wave has gone and its last store is acknowledged.
 */
final class StoresUnderWay {

    private static final int GONE = -1;
    /** Of a count: stores that were not answered | the wave's place, or {@link #GONE}. */
    private static final int WORDS = 2;

    /** By place: the number of the resident wave's count and one more, 0 if it has none. */
    private final int[] ofWave;

    private int[] counts = new int[0];
    /** Of a count: the last cycle in which a store is acknowledged whose answer is on its way. */
    private long[] until = new long[0];

    private @Nullable DispatchJob[] jobs = new DispatchJob[0];
    private int[] free = new int[0];
    private int freeCount;

    StoresUnderWay(int places) {
        ofWave = new int[places];
    }

    /** A resident wave makes a store; returns the number of its count. */
    int add(int wave, DispatchJob job) {
        int number = ofWave[wave] - 1;
        if (number < 0) {
            number = begin(wave, job);
        }
        counts[WORDS * number]++;
        return number;
    }

    /** Stores of a resident wave that were not answered. */
    int of(int wave) {
        int number = ofWave[wave] - 1;
        return number < 0 ? 0 : counts[WORDS * number];
    }

    /** The dispatch to which the waves of a count belong, that has a store under way. */
    DispatchJob job(int number) {
        DispatchJob job = jobs[number];
        if (job == null) {
            throw new IllegalStateException("no store is under way of count " + number);
        }
        return job;
    }

    /** Reads a count, so that the host has it at hand. */
    int touch(int number) {
        return counts[WORDS * number];
    }

    /** The last cycle in which a store of a resident wave is acknowledged whose answer was sent. */
    long until(int wave) {
        int number = ofWave[wave] - 1;
        return number < 0 ? 0 : until[number];
    }

    /**
     * The answer to a store was sent; returns the place of its wave, below zero if that has gone.
     *
     * @param arrival the cycle in which it comes
     */
    int acknowledged(int number, long arrival) {
        int at = WORDS * number;
        until[number] = Math.max(until[number], arrival);
        int wave = counts[at + 1];
        if (--counts[at] == 0 && wave == GONE) {
            end(number);
        }
        return wave;
    }

    /** The wave in a place ends. */
    void gone(int wave) {
        int number = ofWave[wave] - 1;
        if (number >= 0) {
            ofWave[wave] = 0;
            counts[WORDS * number + 1] = GONE;
            if (counts[WORDS * number] == 0) {
                end(number);
            }
        }
    }

    /** Counts of waves that are resident or have stores under way. */
    int inUse() {
        return jobs.length - freeCount;
    }

    private int begin(int wave, DispatchJob job) {
        if (freeCount == 0) {
            grow();
        }
        int number = free[--freeCount];
        counts[WORDS * number] = 0;
        until[number] = 0;
        counts[WORDS * number + 1] = wave;
        jobs[number] = job;
        ofWave[wave] = number + 1;
        return number;
    }

    private void end(int number) {
        jobs[number] = null;
        free[freeCount++] = number;
    }

    private void grow() {
        int old = jobs.length;
        int size = Math.max(16, 2 * old);
        jobs = Arrays.copyOf(jobs, size);
        counts = Arrays.copyOf(counts, WORDS * size);
        until = Arrays.copyOf(until, size);
        free = new int[size];
        for (int i = size - 1; i >= old; i--) {
            free[freeCount++] = i;
        }
    }
}
