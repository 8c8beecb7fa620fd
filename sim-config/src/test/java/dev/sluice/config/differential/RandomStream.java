// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.differential;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A small random command stream: buffers, images, host operations and several submissions, with barriers that are mostly but not
 * always enough.
 *
 * <p>Everything lies on multiples of {@link #CHUNK} bytes, so that nothing shares a cache line or a non-coherent atom unless
 * {@code packed} asks for it.
 */
public final class RandomStream {

    /** Bytes between what different accesses touch: no cache line or tile is longer. */
    static final int CHUNK = 256;

    private static final List<String> BUFFERS = List.of("a", "a", "b", "c", "alias", "h", "k");
    /** Buffers of two submissions that nothing orders. */
    private static final List<List<String>> APART = List.of(List.of("a", "alias", "h"), List.of("b", "c", "k"));

    private final SplittableRandom random;
    private final RandomBarriers barriers;
    private final List<String> queues;
    private final boolean careful;
    private final RandomLayouts layouts;
    private final RandomEvents events;
    private final RandomBuffers buffers;
    private final RandomImages images;
    private final RandomBlits blits;
    private final RandomLevels levels;
    private final RandomDraws draws;
    private final RandomPasses passes;
    private final RandomSecondaries secondaries;
    private final RandomThreads threads;
    private final RandomHost host;
    private final RandomSemaphores semaphores;
    private final RandomOwnership ownership;
    /** The kinds of graphics commands that this stream has, each as often as it is named. */
    private final List<Integer> graphics = new ArrayList<>();
    /** Whether buffer b belongs to one queue family at a time. */
    private final boolean owned;

    private final boolean forks;
    private String queue;
    private int fences;

    /**
     * The stream of a seed.
     *
     * @param queues the queues that the device has, the universal one first
     * @param packed whether neighbouring words of one line are used by different commands
     */
    public RandomStream(long seed, List<String> queues, boolean packed) {
        this.random = new SplittableRandom(seed);
        this.queues = queues;
        int carelessness = List.of(0, 0, 0, 2, 10, 40).get(random.nextInt(6));
        this.careful = carelessness == 0;
        this.barriers = new RandomBarriers(random, carelessness);
        this.events = new RandomEvents(random, barriers);
        this.buffers = new RandomBuffers(random, barriers, events, packed);
        this.layouts = new RandomLayouts(random, barriers);
        this.images = new RandomImages(random, barriers, layouts);
        this.blits = new RandomBlits(random, layouts);
        this.levels = new RandomLevels(random, barriers, layouts);
        this.draws = new RandomDraws(random, barriers, layouts);
        this.passes = new RandomPasses(random, barriers, layouts);
        this.secondaries = new RandomSecondaries(random);
        this.threads = new RandomThreads(random, carelessness);
        this.host = new RandomHost(random, threads, careful);
        this.semaphores = new RandomSemaphores(random, barriers, careful);
        this.ownership = new RandomOwnership(random, layouts, careful);
        for (int i = 0; i < 3; i++) {
            graphics.add(random.nextInt(5));
        }
        this.owned = queues.size() > 1 && random.nextInt(3) == 0;
        this.forks = !owned && random.nextInt(2) == 0;
        this.queue = anyQueue();
    }

    /** The stream as YAML. */
    public String text(String name) {
        buffers.choose(3, BUFFERS);
        int steps = 1 + random.nextInt(3);
        int lanes = 1;
        for (int i = 0; i < steps; i++) {
            host.work();
            int next = i + 1 < steps && forks && random.nextInt(2) == 0 ? 2 : 1;
            step(lanes, next);
            lanes = next;
        }
        host.work();
        return RandomDeclarations.text(name, owned) + passes.declaration() + secondaries.declaration() + threads.text();
    }

    private String anyQueue() {
        boolean first = queues.size() < 2 || random.nextInt(owned ? 2 : 4) != 0;
        return first ? queues.get(0) : queues.get(1 + random.nextInt(queues.size() - 1));
    }

    private static String family(String queue) {
        return queue.substring(0, queue.indexOf('.'));
    }

    /** One submission, or two that nothing orders. */
    private void step(int lanes, int next) {
        semaphores.step(next);
        List<String> signalled = new ArrayList<>();
        for (int lane = 0; lane < lanes; lane++) {
            if (lanes > 1) {
                barriers.submitted(false);
                buffers.choose(2, careful || random.nextInt(3) != 0 ? APART.get(lane) : BUFFERS);
            }
            submission(lane, lanes, signalled);
        }
        if (lanes > 1) {
            barriers.submitted(false);
            buffers.choose(3, BUFFERS);
        }
        List<String> waits = new ArrayList<>(semaphores.hostWaits(lanes));
        if (signalled.size() == lanes) {
            waits.add("waitForFences: [" + String.join(", ", signalled) + "]");
        }
        host.submitted(signalled, waits);
    }

    private void submission(int lane, int lanes, List<String> signalled) {
        boolean universal = queue.equals(queues.get(0));
        boolean compute = !queue.startsWith("transfer");
        List<String> commands = new ArrayList<>();
        ownership.acquire(commands);
        int count = 2 + random.nextInt(10 / lanes);
        for (int i = 0; i < count; i++) {
            if (owned && random.nextInt(6) == 0) {
                passed(commands);
            } else if (universal && lane == 0 && random.nextInt(9) < 4) {
                graphics(commands);
            } else {
                buffers.command(commands, compute, lane == 0);
            }
        }
        events.finish(commands);
        if (compute) {
            buffers.copyFromHost(commands, careful);
        }
        if (careful) {
            barriers.toHost(commands);
        }
        secondaries.cut(commands);
        String next = anyQueue();
        if (owned && !family(queue).equals(family(next))) {
            ownership.pass(commands, family(queue), family(next));
        }
        List<String> keys = new ArrayList<>();
        keys.add("queue: " + queue);
        keys.add(semaphores.waits(lane));
        keys.add("commands:");
        commands.forEach(command -> keys.add("  - " + command));
        keys.add(semaphores.signals(lane));
        if (random.nextInt(2) == 0) {
            String fence = "f" + fences++;
            keys.add("fence: " + fence);
            signalled.add(fence);
        }
        keys.removeIf(String::isEmpty);
        threads.begin(true);
        threads.operation("queueSubmit:", keys);
        events.hostOperations().forEach(threads::operation);
        threads.end(true);
        barriers.submitted(queue.equals(next));
        queue = next;
    }

    private void passed(List<String> commands) {
        if (layouts.undefined("o") || random.nextInt(3) == 0) {
            images.write(commands, "o", buffers.slot(4));
        } else {
            images.read(commands, "o", buffers.slot(4));
        }
    }

    private void graphics(List<String> commands) {
        switch (graphics.get(random.nextInt(graphics.size()))) {
            case 0 -> images.command(commands, buffers.slot(4));
            case 1 -> blits.command(commands);
            case 2 -> draws.command(commands, buffers.slot(1));
            case 3 -> levels.command(commands, buffers.slot(1));
            default -> passes.command(commands);
        }
    }
}
