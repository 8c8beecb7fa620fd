// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import java.util.ArrayList;
import java.util.List;

/**
 * The implicit order within a render pass instance (Vulkan specification, chapter Render Pass): load operations and
 * clears come before later draws, and after earlier ones; store and resolve operations come after all of them.
 */
final class PassOrder {

    private final int instance;
    private final List<Awaited> draws = new ArrayList<>();
    private final List<Awaited> whole = new ArrayList<>();
    private final List<PassLoad> loads = new ArrayList<>();

    /** @param instance counts the render pass instances of a queue */
    PassOrder(int instance) {
        this.instance = instance;
    }

    /** Which of the queue's render pass instances this is. */
    int instance() {
        return instance;
    }

    /** What a draw's attachment stages come after. */
    List<Awaited> beforeDraw() {
        whole.removeIf(Awaited::done);
        return List.copyOf(whole);
    }

    /** What comes before something that concerns attachments as a whole. */
    List<Awaited> beforeWhole() {
        draws.removeIf(Awaited::done);
        List<Awaited> all = new ArrayList<>(beforeDraw());
        all.addAll(draws);
        return all;
    }

    /** A stage of a draw has been recorded. */
    void drew(Awaited task) {
        draws.add(task);
    }

    /** A load operation has been recorded, which is known as a whole already. */
    void addLoad(PassLoad load) {
        loads.add(load);
    }

    /** The load operations of the subpass, except those that only read. */
    List<PassLoad> loads() {
        return loads;
    }

    /** Another subpass begins: the load operations before it are ordered before its draws by dependencies alone. */
    void nextSubpass() {
        loads.clear();
    }

    /** Something that concerns attachments as a whole has been recorded. */
    void addWhole(Awaited task) {
        whole.add(task);
    }
}
