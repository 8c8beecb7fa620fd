// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import dev.sluice.program.Attachment;
import dev.sluice.program.ImageSlice;
import dev.sluice.program.image.Rect;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The implicit order within a render pass instance (Vulkan specification, chapter Render Pass): load operations and
 * clears come before later draws, and after earlier ones; store and resolve operations come after all of them.
 */
final class PassOrder {

    /** An attachment of which the load operation takes nothing over, and the render area. */
    record Unloaded(Attachment attachment, Rect area) {}

    private final int instance;
    private final List<Awaited> draws = new ArrayList<>();
    private final List<Awaited> whole = new ArrayList<>();
    private final List<PassLoad> loads = new ArrayList<>();
    private final Map<ImageSlice, Unloaded> unloaded = new LinkedHashMap<>();

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

    /** An attachment begins to be used of which the load operation takes nothing over. */
    void unloaded(Attachment attachment, Rect area) {
        unloaded.put(attachment.slice(), new Unloaded(attachment, area));
    }

    /** Whether it is such an attachment that nothing accessed since. */
    boolean untouched(ImageSlice slice) {
        return unloaded.containsKey(slice);
    }

    /** Those attachments that are accessed for the first time, of all that are accessed. */
    List<Unloaded> firstAccessed(Predicate<ImageSlice> accessed) {
        List<Unloaded> first = unloaded.values().stream()
                .filter(one -> accessed.test(one.attachment.slice()))
                .toList();
        first.forEach(one -> unloaded.remove(one.attachment.slice()));
        return first;
    }

    /** Something that concerns attachments as a whole has been recorded. */
    void addWhole(Awaited task) {
        whole.add(task);
    }
}
