// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.lint;

import dev.sluice.program.Command;
import dev.sluice.program.sync.QueueCapabilities;

/**
 * A device command at its place in the walk.
 *
 * @param id as results name it, for example {@code submit0.2}
 * @param queue {@code family.index}
 * @param submission number of its submission
 * @param position its place in the walk, from 0
 * @param pass the number of the render pass instance that is open before it, or {@link #OUTSIDE}
 * @param opens the number of the instance that is open after it, or {@link #OUTSIDE}
 */
record CommandSite(
        String id,
        String queue,
        QueueCapabilities capabilities,
        int submission,
        int position,
        Command command,
        int pass,
        int opens) {

    /** No render pass instance. */
    static final int OUTSIDE = -1;

    /** Whether a render pass instance is open before it. */
    boolean inPass() {
        return pass != OUTSIDE;
    }

    /** The queue's family. */
    String family() {
        return queue.substring(0, queue.lastIndexOf('.'));
    }

    /** Its place in the input. */
    String where() {
        return command.origin().where();
    }
}
