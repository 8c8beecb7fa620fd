// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.lint;

import dev.sluice.program.HostOperation;

/**
 * A host operation at its place in the walk.
 *
 * @param id as results name it, for example {@code host.3}
 * @param position its place in the walk
 */
record HostSite(String id, int position, HostOperation operation) {

    /** Its place in the input. */
    String where() {
        return operation.origin().where();
    }
}
