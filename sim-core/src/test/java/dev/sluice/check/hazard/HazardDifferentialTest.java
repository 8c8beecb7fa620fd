// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.hazard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.check.order.Amendments;
import dev.sluice.check.trace.AccessTrace;
import dev.sluice.machine.testing.Proposed;
import dev.sluice.program.Barrier;
import dev.sluice.program.BufferRange;
import dev.sluice.program.Command;
import dev.sluice.program.Origin;
import dev.sluice.program.SubpassScopes;
import dev.sluice.program.edit.Cure;
import dev.sluice.program.kernel.BindingKind;
import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.Accesses;
import dev.sluice.program.sync.Stage;
import dev.sluice.program.sync.Stages;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random small streams: the checker against the seeds written down pair by pair ({@link ReferenceOrder}). */
final class HazardDifferentialTest {
    private static final int STREAMS = 1500;
    private static final int CELLS = 4;
    private static final long CELL = 64;

    private static final long[] STAGES = {
        Stage.COPY.mask(),
        Stage.COPY.mask(),
        Stage.CLEAR.mask(),
        Stage.COMPUTE_SHADER.mask(),
        Stages.of(Stage.COPY, Stage.CLEAR),
        Stage.ALL_TRANSFER.mask(),
        Stage.ALL_COMMANDS.mask(),
        Stage.VERTEX_SHADER.mask(),
        Stage.FRAGMENT_SHADER.mask(),
        Stage.DRAW_INDIRECT.mask(),
        Stage.TOP_OF_PIPE.mask(),
        Stage.BOTTOM_OF_PIPE.mask(),
        0,
        Stage.HOST.mask()
    };
    private static final long[] ACCESSES = {
        0,
        Access.TRANSFER_WRITE.mask(),
        Access.TRANSFER_READ.mask(),
        Accesses.of(Access.TRANSFER_READ, Access.TRANSFER_WRITE),
        Access.SHADER_STORAGE_READ.mask(),
        Access.SHADER_STORAGE_WRITE.mask(),
        Access.SHADER_READ.mask(),
        Access.SHADER_WRITE.mask(),
        Access.MEMORY_READ.mask(),
        Access.MEMORY_WRITE.mask(),
        Accesses.of(Access.MEMORY_READ, Access.MEMORY_WRITE),
        Access.HOST_READ.mask(),
        Access.HOST_WRITE.mask(),
        Access.UNIFORM_READ.mask()
    };
    private static final String[] QUEUES = {"universal.0", "universal.1"};

    private final List<String> text = new ArrayList<>();
    private Random random = new Random();
    private Streams stream = new Streams();
    private ReferenceOrder reference = new ReferenceOrder(CELLS);
    private ReferenceOrder.Node host = reference.host();
    private final Map<String, ReferenceOrder.Node> signals = new LinkedHashMap<>();
    private final Map<String, ReferenceOrder.Node> fences = new LinkedHashMap<>();
    private final Map<String, Event> events = new LinkedHashMap<>();
    private int names;
    /** Whether there are render passes: what is said of commands in them does not depend on what they are. */
    private boolean passes;

    /** Whether the render passes have subpass dependencies. */
    private boolean dependencies;

    private int subpass = ReferenceOrder.NO_SUBPASS;
    private int subpasses;
    /** The first subpass of the render pass, and where that begins. */
    private int firstSubpass;

    private int begin;

    private record Event(int queue, int position, Barrier barrier, BitSet range) {}

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void should_find_exactly_the_races_of_the_model(long seed) {
        compare(seed);
    }

    @ParameterizedTest
    @ValueSource(longs = {5, 6})
    void should_limit_the_scopes_of_barriers_to_their_subpass(long seed) {
        passes = true;
        compare(seed);
    }

    @ParameterizedTest
    @ValueSource(longs = {8, 9, 10})
    void should_limit_the_scopes_of_subpass_dependencies_to_what_they_name(long seed) {
        passes = true;
        dependencies = true;
        compare(seed);
    }

    private void compare(long seed) {
        int racy = 0;
        for (int i = 0; i < STREAMS; i++) {
            generate(seed * 1_000_003 + i);
            BitSet found = new BitSet();
            for (Hazard hazard : stream.check().hazards()) {
                int first = (int) ((hazard.offset() + (hazard.resource().equals("b") ? 2 * CELL : 0)) / CELL);
                found.set(first);
                if (hazard.bytes() > CELL) {
                    found.set(first + 1);
                }
            }
            BitSet expected = reference.races();
            assertThat(found)
                    .as("seed %d.%d: %s", seed, i, String.join("\n", text))
                    .isEqualTo(expected);
            racy += expected.isEmpty() ? 0 : 1;
        }
        // the generator is worth something only if both sorts come up
        assertThat(racy).isBetween(STREAMS / 20, STREAMS * 19 / 20);
    }

    @Test
    void should_suggest_barriers_that_cure() {
        int cured = 0;
        for (int i = 0; i < STREAMS; i++) {
            generate(7 * 1_000_003 + i);
            AccessTrace trace = AccessTrace.of(stream.build(), Streams.DEVICE);
            for (Hazard hazard : HazardChecker.check(trace).hazards()) {
                if (!(hazard.cure() instanceof Cure.InsertCommand insert)
                        || insert.spot().before() == null
                        || !hazard.prior().queue().equals(hazard.current().queue())) {
                    continue;
                }
                cured++;
                Amendments with = Amendments.NONE.adding(insert.spot().before(), Proposed.barrier(insert));
                assertThat(HazardChecker.check(trace, with).hazards())
                        .as("stream %d with %s: %s", i, insert, String.join("\n", text))
                        .noneMatch(left -> same(left, hazard));
            }
        }
        assertThat(cured).isGreaterThan(STREAMS / 10);
    }

    private static boolean same(Hazard left, Hazard hazard) {
        return left.kind() == hazard.kind()
                && left.prior().id().equals(hazard.prior().id())
                && left.current().id().equals(hazard.current().id())
                && left.resource().equals(hazard.resource());
    }

    private void generate(long seed) {
        random = new Random(seed);
        stream = new Streams()
                .bufferAt("a", "shared", 0, 2 * CELL)
                .bufferAt("b", "shared", 2 * CELL, 2 * CELL)
                .kernel("w", Map.of("x", BindingKind.STORAGE), 64, "store.u8 x[gid] = 1")
                .kernel("r", Map.of("x", BindingKind.STORAGE), 64, "v = load.u8 x[gid]")
                .kernel("u", Map.of("x", BindingKind.STORAGE), 64, "v = load.u8 x[gid]\nstore.u8 x[gid] = v + 1");
        reference = new ReferenceOrder(CELLS);
        host = reference.host();
        signals.clear();
        fences.clear();
        events.clear();
        text.clear();
        names = 0;
        subpasses = 0;
        int steps = 1 + random.nextInt(4);
        for (int i = 0; i < steps; i++) {
            step();
        }
    }

    private void step() {
        switch (random.nextInt(8)) {
            case 0 -> hostAccess(true);
            case 1 -> hostAccess(false);
            case 2 -> waitFence();
            default -> submission();
        }
    }

    private ReferenceOrder.Node nextHost() {
        ReferenceOrder.Node node = reference.host();
        reference.edge(host, node);
        host = node;
        return node;
    }

    private void hostAccess(boolean writes) {
        int cell = random.nextInt(CELLS);
        ReferenceOrder.Node node =
                reference.access(-1, 0, Stage.HOST, writes ? Access.HOST_WRITE : Access.HOST_READ, cells(cell, 1));
        reference.edge(host, node);
        host = node;
        String buffer = cell < 2 ? "a" : "b";
        if (writes) {
            stream.hostWrite(buffer, cell % 2 * CELL, (int) CELL);
        } else {
            stream.hostRead(buffer, cell % 2 * CELL, (int) CELL);
        }
        text.add((writes ? "hostwrite " : "hostread ") + cell);
    }

    private void waitFence() {
        for (Map.Entry<String, ReferenceOrder.Node> entry : fences.entrySet()) {
            if (random.nextBoolean()) {
                stream.waitFence(entry.getKey());
                reference.edge(entry.getValue(), nextHost());
                text.add("waitfence " + entry.getKey());
            }
        }
    }

    private static BitSet cells(int first, int count) {
        BitSet set = new BitSet();
        set.set(first, first + count);
        return set;
    }

    private void submission() {
        int queue = random.nextInt(4) == 0 ? 1 : 0;
        text.add("queue " + queue);
        stream.queue(QUEUES[queue]);
        reference.submit(nextHost(), queue, reference.next(queue));
        List<String> open = new ArrayList<>(signals.keySet());
        for (String semaphore : open) {
            if (random.nextInt(3) > 0) {
                long stages = pick(STAGES) & ~Stage.HOST.mask();
                ReferenceOrder.Node wait = reference.wait(queue, reference.next(queue), stages);
                reference.edge(signals.remove(semaphore), wait);
                stream.waits(semaphore, Stages.text(stages));
                text.add("  wait " + semaphore + " " + Stages.text(stages));
            }
        }
        int commands = 1 + random.nextInt(6);
        for (int i = 0; i < commands; i++) {
            command(queue);
        }
        if (subpass != ReferenceOrder.NO_SUBPASS) {
            endPass(queue);
        }
        if (random.nextInt(3) == 0) {
            long stages = pick(STAGES) & ~Stage.HOST.mask();
            String name = "s" + names++;
            signals.put(name, reference.signal(queue, reference.next(queue), stages, false));
            stream.signals(name, Stages.text(stages));
            text.add("  signal " + name + " " + Stages.text(stages));
        }
        String fence = random.nextBoolean() ? "f" + names++ : null;
        if (fence != null) {
            fences.put(fence, reference.signal(queue, reference.next(queue), 0, true));
            text.add("  fence " + fence);
        }
        stream.submit(fence);
    }

    private void command(int queue) {
        if (passes && random.nextInt(4) == 0) {
            if (subpass != ReferenceOrder.NO_SUBPASS && random.nextBoolean()) {
                endPass(queue);
            } else if (subpasses < 8) {
                // strands of islands are used again after that
                enter(queue);
            }
        }
        switch (random.nextInt(9)) {
            case 0, 1 -> copy(queue);
            case 2 -> fill(queue);
            case 3 -> dispatch(queue);
            case 4 -> event(queue);
            default -> barrier(queue);
        }
    }

    private void enter(int queue) {
        int position = reference.next(queue);
        boolean begins = subpass == ReferenceOrder.NO_SUBPASS;
        subpass = subpasses++;
        text.add((begins ? "  pass, subpass " : "  subpass ") + subpass);
        if (begins) {
            firstSubpass = subpass;
            begin = position;
        }
        List<Barrier> into = new ArrayList<>();
        for (int i = dependencies ? random.nextInt(3) : 0; i > 0; i--) {
            into.add(dependency(
                    queue, position, random.nextInt(subpass - firstSubpass + 1) - 1, subpass - firstSubpass));
        }
        stream.pass(begins ? Command.PassStep.Form.BEGIN_RENDER_PASS : Command.PassStep.Form.NEXT_SUBPASS, into);
    }

    private void endPass(int queue) {
        int position = reference.next(queue);
        List<Barrier> out = new ArrayList<>();
        for (int i = dependencies ? random.nextInt(3) : 0; i > 0; i--) {
            out.add(dependency(queue, position, random.nextInt(subpass - firstSubpass + 1), SubpassScopes.EXTERNAL));
        }
        stream.pass(Command.PassStep.Form.END_RENDER_PASS, out);
        subpass = ReferenceOrder.NO_SUBPASS;
        text.add("  end of pass");
    }

    private Barrier dependency(int queue, int position, int src, int dst) {
        BitSet all = new BitSet();
        all.set(0, CELLS);
        Barrier barrier = new Barrier(
                pick(STAGES) & ~Stage.HOST.mask(),
                pick(ACCESSES) & ~Access.HOST_WRITE.mask(),
                pick(STAGES) & ~Stage.HOST.mask(),
                pick(ACCESSES),
                null,
                null,
                null);
        boolean outside = src == SubpassScopes.EXTERNAL;
        reference
                .barrier(queue, outside ? begin : position, position, barrier, all)
                .between(
                        outside ? ReferenceOrder.NO_SUBPASS : firstSubpass + src,
                        dst == SubpassScopes.EXTERNAL ? ReferenceOrder.NO_SUBPASS : firstSubpass + dst);
        text.add("  from " + src + " to " + dst + " " + words(barrier, all));
        return barrier.limitedTo(SubpassScopes.of(src, dst));
    }

    private void access(int queue, int position, Stage stage, Access access, BitSet cells) {
        reference.access(queue, position, stage, access, cells).within(subpass);
    }

    private void copy(int queue) {
        int src = random.nextInt(2);
        int dst = 2 + random.nextInt(2);
        if (random.nextBoolean()) {
            int other = src;
            src = dst;
            dst = other;
        }
        int position = reference.next(queue);
        access(queue, position, Stage.COPY, Access.TRANSFER_READ, cells(src, 1));
        access(queue, position, Stage.COPY, Access.TRANSFER_WRITE, cells(dst, 1));
        stream.copy(name(src), src % 2 * CELL, name(dst), dst % 2 * CELL, CELL);
        text.add("  copy " + src + " " + dst);
    }

    private static String name(int cell) {
        return cell < 2 ? "a" : "b";
    }

    private void fill(int queue) {
        boolean both = random.nextInt(3) == 0;
        int cell = both ? 2 * random.nextInt(2) : random.nextInt(CELLS);
        int count = both ? 2 : 1;
        access(queue, reference.next(queue), Stage.CLEAR, Access.TRANSFER_WRITE, cells(cell, count));
        stream.fill(name(cell), cell % 2 * CELL, count * CELL);
        text.add("  fill " + cell + " x" + count);
    }

    private void dispatch(int queue) {
        String kernel = pick("r", "w", "u");
        int cell = random.nextInt(CELLS);
        int position = reference.next(queue);
        if (!kernel.equals("w")) {
            access(queue, position, Stage.COMPUTE_SHADER, Access.SHADER_STORAGE_READ, cells(cell, 1));
        }
        if (!kernel.equals("r")) {
            access(queue, position, Stage.COMPUTE_SHADER, Access.SHADER_STORAGE_WRITE, cells(cell, 1));
        }
        stream.dispatch(kernel, 1, Map.of("x", new BufferRange(name(cell), cell % 2 * CELL, CELL)), Map.of());
        text.add("  dispatch " + kernel + " " + cell);
    }

    private String pick(String... of) {
        return of[random.nextInt(of.length)];
    }

    private Barrier randomBarrier(BitSet range) {
        BufferRange bytes = null;
        if (random.nextInt(3) == 0) {
            boolean both = random.nextBoolean();
            int cell = both ? 2 * random.nextInt(2) : random.nextInt(CELLS);
            int count = both ? 2 : 1;
            range.set(cell, cell + count);
            bytes = new BufferRange(name(cell), cell % 2 * CELL, count * CELL);
        } else {
            range.set(0, CELLS);
        }
        // a source access of the host is said to be needless here: submissions bring host writes
        return new Barrier(
                pick(STAGES),
                pick(ACCESSES) & ~Access.HOST_WRITE.mask(),
                pick(STAGES),
                pick(ACCESSES),
                bytes,
                null,
                null);
    }

    private static String words(Barrier b, BitSet range) {
        return Stages.text(b.srcStages()) + "/" + Accesses.text(b.srcAccess()) + ">" + Stages.text(b.dstStages()) + "/"
                + Accesses.text(b.dstAccess()) + " " + range;
    }

    private void barrier(int queue) {
        int position = reference.next(queue);
        List<Barrier> barriers = new ArrayList<>();
        for (int i = random.nextInt(4) == 0 ? 2 : 1; i > 0; i--) {
            BitSet range = new BitSet();
            Barrier barrier = randomBarrier(range);
            barriers.add(barrier);
            reference.barrier(queue, position, position, barrier, range).within(subpass);
            text.add("  barrier " + words(barrier, range));
        }
        stream.command(new Command.PipelineBarrier(Origin.at("test"), barriers, false));
    }

    private void event(int queue) {
        for (Map.Entry<String, Event> entry : List.copyOf(events.entrySet())) {
            Event event = entry.getValue();
            if (event.queue() == queue) {
                events.remove(entry.getKey());
                reference.barrier(queue, event.position(), reference.next(queue), event.barrier(), event.range());
                stream.command(new Command.WaitEvents(
                        Origin.at("test"),
                        List.of(new Command.WaitEvents.Wait(List.of(entry.getKey()), List.of(event.barrier()))),
                        false));
                text.add("  waitevent " + entry.getKey());
                return;
            }
        }
        if (subpass != ReferenceOrder.NO_SUBPASS) {
            return; // sets stand outside
        }
        BitSet range = new BitSet();
        Barrier barrier = randomBarrier(range);
        String name = "e" + names++;
        events.put(name, new Event(queue, reference.next(queue), barrier, range));
        stream.command(new Command.SetEvent(Origin.at("test"), name, List.of(barrier), false));
        text.add("  setevent " + name + " " + words(barrier, range));
    }

    private long pick(long[] from) {
        return from[random.nextInt(from.length)];
    }
}
