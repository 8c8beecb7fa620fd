// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.hazard;

import dev.sluice.program.Barrier;
import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.Accesses;
import dev.sluice.program.sync.QueueCapabilities;
import dev.sluice.program.sync.Stage;
import dev.sluice.program.sync.Stages;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The memory model and the synchronization chapter of the Vulkan specification written down as they stand, without a
 * thought of speed: every access, barrier, signal, wait, submission and host operation is a node, happens-before is the
 * transitive closure of what orders two of them, and each pair of accesses is looked at.
 */
final class ReferenceOrder {

    /** A node of the graph. */
    static final class Node {
        final int id;
        final int queue;
        final int from;
        final int to;
        final long srcScope;
        final long dstScope;
        // accesses
        Stage stage = Stage.NONE;
        Access access = Access.NONE;
        BitSet cells = new BitSet();
        // memory dependencies
        boolean dependency;
        long srcNamed;
        long srcAccess;
        long dstNamed;
        long dstAccess;
        BitSet range = new BitSet();
        boolean signal;
        boolean wait;
        boolean submit;
        boolean hostOperation;
        // of accesses: where they are; of dependencies: what their scopes are limited to
        int srcSubpass = NO_SUBPASS;
        int dstSubpass = NO_SUBPASS;

        Node(int id, int queue, int from, int to, long srcScope, long dstScope) {
            this.id = id;
            this.queue = queue;
            this.from = from;
            this.to = to;
            this.srcScope = srcScope;
            this.dstScope = dstScope;
        }

        void within(int subpass) {
            between(subpass, subpass);
        }

        void between(int src, int dst) {
            srcSubpass = src;
            dstSubpass = dst;
        }

        boolean isAccess() {
            return access != Access.NONE;
        }

        boolean host() {
            return stage == Stage.HOST;
        }
    }

    static final int NO_SUBPASS = -1;

    private static final QueueCapabilities CAPABILITIES = QueueCapabilities.UNIVERSAL;

    private final int cells;
    private final List<Node> nodes = new ArrayList<>();
    private final List<int[]> edges = new ArrayList<>();
    private final int[] positions = new int[8];
    private BitSet[] after = new BitSet[0];

    ReferenceOrder(int cells) {
        this.cells = cells;
    }

    private Node add(int queue, int from, int to, long srcScope, long dstScope) {
        Node node = new Node(nodes.size(), queue, from, to, srcScope, dstScope);
        nodes.add(node);
        return node;
    }

    int next(int queue) {
        return ++positions[queue];
    }

    Node access(int queue, int position, Stage stage, Access access, BitSet where) {
        Node node = add(queue, position, position, stage.mask(), stage.mask());
        node.stage = stage;
        node.access = access;
        node.cells = where;
        return node;
    }

    Node barrier(int queue, int first, int second, Barrier barrier, BitSet range) {
        Node node = add(
                queue,
                first,
                second,
                Stages.syncScopeSrc(barrier.srcStages(), CAPABILITIES),
                Stages.syncScopeDst(barrier.dstStages(), CAPABILITIES));
        node.dependency = true;
        node.srcNamed = Stages.accessScope(barrier.srcStages(), CAPABILITIES);
        node.srcAccess = barrier.srcAccess();
        node.dstNamed = Stages.accessScope(barrier.dstStages(), CAPABILITIES);
        node.dstAccess = barrier.dstAccess();
        node.range = range;
        return node;
    }

    Node signal(int queue, int position, long stages, boolean fence) {
        Node node = add(queue, position, position, fence ? -1L : Stages.syncScopeSrc(stages, CAPABILITIES), 0);
        node.signal = true;
        return node;
    }

    Node wait(int queue, int position, long stages) {
        Node node = add(queue, position, position, 0, Stages.syncScopeDst(stages, CAPABILITIES));
        node.wait = true;
        return node;
    }

    Node host() {
        Node node = add(-1, 0, 0, 0, 0);
        node.hostOperation = true;
        return node;
    }

    /** Everything on the queue from a position on comes after a host operation. */
    void submit(Node host, int queue, int position) {
        Node node = add(queue, position, position, 0, -1L);
        node.submit = true;
        edge(host, node);
    }

    void edge(Node before, Node later) {
        edges.add(new int[] {before.id, later.id});
    }

    private void close() {
        after = new BitSet[nodes.size()];
        for (int i = 0; i < after.length; i++) {
            after[i] = new BitSet();
        }
        edges.forEach(edge -> after[edge[0]].set(edge[1]));
        for (Node x : nodes) {
            for (Node y : nodes) {
                if (x != y && x.queue >= 0 && x.queue == y.queue && x.to < y.from && !(x.isAccess() && y.isAccess())) {
                    boolean signals = x.signal && y.signal;
                    boolean scopes = (x.dstScope & y.srcScope) != 0 && meet(x, y);
                    if (signals || scopes || x.submit) {
                        after[x.id].set(y.id);
                    }
                }
            }
        }
        for (int k = 0; k < after.length; k++) {
            for (BitSet set : after) {
                if (set.get(k)) {
                    set.or(after[k]);
                }
            }
        }
    }

    /**
     * Whether the second scope of the one and the first scope of the other are not in different subpasses (Vulkan
     * specification, chapter Render Pass).
     */
    private static boolean meet(Node x, Node y) {
        int dst = x.dstSubpass;
        int src = y.srcSubpass;
        boolean limited = (x.dependency && dst != NO_SUBPASS) || (y.dependency && src != NO_SUBPASS);
        boolean everywhere = (!x.isAccess() && dst == NO_SUBPASS) || (!y.isAccess() && src == NO_SUBPASS);
        return !limited || everywhere || dst == src;
    }

    private static boolean follows(Node dependency, Node access) {
        return dependency.srcSubpass == NO_SUBPASS || dependency.srcSubpass == access.dstSubpass;
    }

    private static boolean precedes(Node dependency, Node access) {
        return dependency.dstSubpass == NO_SUBPASS || dependency.dstSubpass == access.srcSubpass;
    }

    private boolean before(Node x, Node y) {
        return after[x.id].get(y.id);
    }

    /** The cells on which some pair of accesses is not ordered. */
    BitSet races() {
        close();
        BitSet races = new BitSet();
        for (Node x : nodes) {
            for (Node y : nodes) {
                if (x.id < y.id && x.isAccess() && y.isAccess() && (x.access.isWrite() || y.access.isWrite())) {
                    if (sameCommand(x, y)) {
                        continue;
                    }
                    for (int cell = 0; cell < cells; cell++) {
                        if (x.cells.get(cell) && y.cells.get(cell) && !ordered(x, y, cell) && !ordered(y, x, cell)) {
                            races.set(cell);
                        }
                    }
                }
            }
        }
        return races;
    }

    /**
     * Location-ordered by different references; and a write after a write comes after a memory dependency, or after a
     * read that does.
     */
    private boolean ordered(Node x, Node y, int cell) {
        if (!locationOrdered(x, y, cell)) {
            return false;
        }
        if (!x.access.isWrite() || !y.access.isWrite() || x.host() || y.host()) {
            return true;
        }
        if (visible(x, y, cell)) {
            return true;
        }
        for (Node read : nodes) {
            if (read.isAccess()
                    && !read.access.isWrite()
                    && read.cells.get(cell)
                    && (before(read, y) || sameCommand(read, y))
                    && locationOrdered(x, read, cell)) {
                return true;
            }
        }
        return false;
    }

    /** A command's reads come before its own writes. */
    private static boolean sameCommand(Node x, Node y) {
        return x.queue >= 0 && x.queue == y.queue && x.from == y.from;
    }

    private boolean locationOrdered(Node x, Node y, int cell) {
        if (!before(x, y)) {
            return false;
        }
        if (!x.access.isWrite() || (x.host() && y.host())) {
            return true;
        }
        for (Node av : nodes) {
            if (!makesAvailable(av, x, cell)) {
                continue;
            }
            if (y.access.isWrite() && x.host() == y.host() && before(av, y)) {
                return true;
            }
        }
        return visible(x, y, cell);
    }

    private boolean visible(Node x, Node y, int cell) {
        for (Node av : nodes) {
            if (!makesAvailable(av, x, cell)) {
                continue;
            }
            for (Node next : nodes) {
                boolean comesAfter = av == next || before(av, next);
                if (comesAfter && before(next, y) && passesOn(next, x, y, cell)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Whether an operation makes a write available to the device, or a host write to the host's domain. */
    private boolean makesAvailable(Node av, Node write, int cell) {
        if (write.host()) {
            return av == write;
        }
        if (!before(write, av) || av.queue != write.queue) {
            return false;
        }
        if (av.signal) {
            return (av.srcScope & write.stage.mask()) != 0;
        }
        return av.dependency
                && follows(av, write)
                && write.to < av.from
                && av.range.get(cell)
                && (av.srcNamed & write.stage.mask()) != 0
                && (Accesses.expand(av.srcAccess, write.stage.mask()) & write.access.mask()) != 0;
    }

    /** Whether an operation brings an available write to an access: a visibility or domain operation, or both. */
    private boolean passesOn(Node node, Node write, Node y, int cell) {
        if (y.host()) {
            boolean reads = !y.access.isWrite();
            long wanted = reads ? Access.HOST_READ.mask() : Accesses.of(Access.HOST_READ, Access.HOST_WRITE);
            return node.dependency
                    && precedes(node, y)
                    && node.range.get(cell)
                    && (node.dstNamed & Stage.HOST.mask()) != 0
                    && (Accesses.expand(node.dstAccess, Stage.HOST.mask()) & wanted) != 0;
        }
        if (node.queue != y.queue) {
            return false;
        }
        if (node.submit) {
            return true;
        }
        if (write.host()) {
            // a submission is the only thing that the generator lets bring host writes to the device
            return false;
        }
        if (node.wait) {
            return (node.dstScope & y.stage.mask()) != 0;
        }
        return node.dependency
                && precedes(node, y)
                && node.to < y.from
                && node.range.get(cell)
                && (node.dstNamed & y.stage.mask()) != 0
                && (Accesses.expand(node.dstAccess, y.stage.mask()) & y.access.mask()) != 0;
    }
}
