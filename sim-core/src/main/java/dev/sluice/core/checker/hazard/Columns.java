package dev.sluice.core.checker.hazard;

import dev.sluice.core.barrier.Stage;
import dev.sluice.core.barrier.Stages;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The strands of a stream and their columns in a clock: one for each stage of each queue, one for each host thread, one for
 * the display's readings of each image.
 *
 * <p>A clock is an array of positions: what is at a position of a strand that its clock has reached has happened before. 0 is
 * before everything.
 */
final class Columns {
    /** The single stages and the host, each a row of a queue's order. */
    static final List<Stage> STAGES = Stages.list(Stages.EVERY_EXPANDED);

    static final int ROWS = STAGES.size();
    private static final int[] ROW_OF_BIT = rowOfBit();
    static final int HOST_ROW = row(Stage.HOST.mask());

    private final Map<String, Integer> queues = new LinkedHashMap<>();
    private final int threads;
    private final Map<String, Integer> displays = new LinkedHashMap<>();

    Columns(Iterable<String> queueNames, int threads, Iterable<String> presented) {
        queueNames.forEach(name -> queues.putIfAbsent(name, queues.size()));
        presented.forEach(name -> displays.putIfAbsent(name, displays.size()));
        this.threads = threads;
    }

    private static int[] rowOfBit() {
        int[] rows = new int[Long.SIZE];
        for (int i = 0; i < STAGES.size(); i++) {
            rows[STAGES.get(i).bit()] = i;
        }
        return rows;
    }

    /** The row of a single stage. */
    static int row(long singleStage) {
        return ROW_OF_BIT[Long.numberOfTrailingZeros(singleStage)];
    }

    /** Names of the queues, in the order of their numbers. */
    List<String> queues() {
        return List.copyOf(queues.keySet());
    }

    int queue(String name) {
        Integer number = queues.get(name);
        if (number == null) {
            throw new IllegalArgumentException("no queue " + name);
        }
        return number;
    }

    int width() {
        return queues.size() * ROWS + threads + displays.size();
    }

    int column(int queue, int row) {
        return queue * ROWS + row;
    }

    int thread(int thread) {
        return queues.size() * ROWS + thread;
    }

    int display(String image) {
        return queues.size() * ROWS + threads + displays.getOrDefault(image, 0);
    }

    int firstThread() {
        return thread(0);
    }

    int threads() {
        return threads;
    }

    /** Raises a clock to another. */
    static void join(int[] clock, int[] other) {
        for (int i = 0; i < clock.length; i++) {
            if (other[i] > clock[i]) {
                clock[i] = other[i];
            }
        }
    }

    /** Raises one column. */
    static void raise(int[] clock, int column, int position) {
        if (clock[column] < position) {
            clock[column] = position;
        }
    }
}
