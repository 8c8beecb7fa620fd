// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.order;

import dev.sluice.check.trace.DeviceFacts;
import dev.sluice.check.trace.MemoryAccess;
import dev.sluice.program.sync.Stage;
import dev.sluice.program.sync.Stages;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The strands of a stream and their columns in a clock: one for each stage of each queue, and again for its work in {@link
 * Islands}, one for each host thread, one for the display's readings of each image.
 *
 * <p>A clock is an array of positions: what is at a position of a strand that its clock has reached has happened before. 0 is
 * before everything.
 */
public final class Columns {
    /** The single stages and the host, each a row of a queue's order. */
    public static final List<Stage> STAGES = Stages.list(Stages.EVERY_EXPANDED);

    public static final int ROWS = STAGES.size();

    /**
     * Stands, in second scopes, for "whatever comes after all commands": what is of no stage, such as a layout transition
     * whose barrier names none, still comes before a semaphore or barrier that waits for all commands.
     */
    public static final long ALL_DONE = Long.MIN_VALUE;

    /** The row of {@link #ALL_DONE}, which has columns but is no row of a queue's order. */
    static final int ALL_DONE_ROW = ROWS;

    private static final int[] ROW_OF_BIT = rowOfBit();
    public static final int HOST_ROW = row(Stage.HOST.mask());

    private final Map<String, Integer> queues = new LinkedHashMap<>();
    private final List<String> families;
    private final int threads;
    private final Islands islands;
    private final int perQueue;
    private final Map<String, Integer> displays = new LinkedHashMap<>();

    public Columns(Iterable<String> queueNames, int threads, Iterable<String> presented, Islands islands) {
        queueNames.forEach(name -> queues.putIfAbsent(name, queues.size()));
        families = queues.keySet().stream().map(DeviceFacts::family).toList();
        presented.forEach(name -> displays.putIfAbsent(name, displays.size()));
        this.threads = threads;
        this.islands = islands;
        perQueue = ROWS + 1 + islands.count() * ROWS;
    }

    private static int[] rowOfBit() {
        int[] rows = new int[Long.SIZE];
        for (int i = 0; i < STAGES.size(); i++) {
            rows[STAGES.get(i).bit()] = i;
        }
        rows[Long.SIZE - 1] = ALL_DONE_ROW;
        return rows;
    }

    /** The row of a single stage. */
    public static int row(long singleStage) {
        return ROW_OF_BIT[Long.numberOfTrailingZeros(singleStage)];
    }

    /** Names of the queues, in the order of their numbers. */
    public List<String> queues() {
        return List.copyOf(queues.keySet());
    }

    public int queue(String name) {
        Integer number = queues.get(name);
        if (number == null) {
            throw new IllegalArgumentException("no queue " + name);
        }
        return number;
    }

    /** The family of the queue with a number. */
    public String family(int queue) {
        return families.get(queue);
    }

    public int width() {
        return queues.size() * perQueue + threads + displays.size();
    }

    /** The strand of a stage outside of islands. */
    public int column(int queue, int row) {
        return queue * perQueue + row;
    }

    /** The strand of a stage in an island; outside for {@link MemoryAccess#NO_SUBPASS}. */
    public int column(int queue, int island, int row) {
        int group = islands.group(island);
        return group == 0 ? column(queue, row) : of(queue, group, row);
    }

    private int of(int queue, int group, int row) {
        return queue * perQueue + ROWS + 1 + (group - 1) * ROWS + row;
    }

    /** The subpass, if it is an island; else {@link MemoryAccess#NO_SUBPASS}. */
    int island(int subpass) {
        return islands.group(subpass) == 0 ? MemoryAccess.NO_SUBPASS : subpass;
    }

    /** Raises all strands of a stage: that outside, and those of every island. */
    void raiseAll(int[] clock, int queue, int row, int position) {
        raise(clock, column(queue, row), position);
        for (int group = 1; row < ROWS && group <= islands.count(); group++) {
            raise(clock, of(queue, group, row), position);
        }
    }

    /** Whether a clock has gone past a position on some strand of a stage. */
    public boolean past(int[] clock, int queue, int row, int position) {
        boolean past = clock[column(queue, row)] > position;
        for (int group = 1; row < ROWS && group <= islands.count(); group++) {
            past |= clock[of(queue, group, row)] > position;
        }
        return past;
    }

    public int thread(int thread) {
        return queues.size() * perQueue + thread;
    }

    public int display(String image) {
        return queues.size() * perQueue + threads + displays.getOrDefault(image, 0);
    }

    public int threads() {
        return threads;
    }

    /** Raises a clock to another. */
    public static void join(int[] clock, int[] other) {
        for (int i = 0; i < clock.length; i++) {
            if (other[i] > clock[i]) {
                clock[i] = other[i];
            }
        }
    }

    /** Raises one column. */
    public static void raise(int[] clock, int column, int position) {
        if (clock[column] < position) {
            clock[column] = position;
        }
    }
}
