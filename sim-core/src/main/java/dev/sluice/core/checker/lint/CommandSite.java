package dev.sluice.core.checker.lint;

import dev.sluice.core.barrier.QueueCapabilities;
import dev.sluice.core.command.Command;

/**
 * A device command at its place in the walk.
 *
 * @param id as results name it, for example {@code submit0.2}
 * @param queue {@code family.index}
 * @param submission number of its submission
 * @param position its place in the walk, from 0
 * @param inPass whether a render pass instance is open before it
 */
record CommandSite(
        String id,
        String queue,
        QueueCapabilities capabilities,
        int submission,
        int position,
        Command command,
        boolean inPass) {

    /** The queue's family. */
    String family() {
        return queue.substring(0, queue.lastIndexOf('.'));
    }

    /** Its place in the input. */
    String where() {
        return command.origin().where();
    }
}
