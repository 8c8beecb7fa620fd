// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.program.Barrier;
import dev.sluice.program.Command;
import dev.sluice.program.HostOperation;
import dev.sluice.program.MemoryRange;
import dev.sluice.program.edit.Cure;
import java.util.List;

/** What cures propose, taken apart. */
public final class Proposed {
    private Proposed() {}

    /** The one barrier of a cure that inserts one. */
    public static Barrier barrier(Cure cure) {
        assertThat(cure).isInstanceOf(Cure.InsertCommand.class);
        List<Barrier> barriers = ((Command.PipelineBarrier) ((Cure.InsertCommand) cure).command()).barriers();
        assertThat(barriers).hasSize(1);
        return barriers.get(0);
    }

    /** The names in the four masks of a cure's barrier. */
    public static List<String> scopes(Cure cure) {
        return Cure.Masks.of(barrier(cure)).masks().stream()
                .map(mask -> String.join(", ", mask.names()))
                .toList();
    }

    /** The range of a cure that flushes mapped memory. */
    public static MemoryRange flushed(Cure cure) {
        return ((HostOperation.FlushMappedMemoryRanges) operation(cure))
                .ranges()
                .get(0);
    }

    /** The range of a cure that invalidates mapped memory. */
    public static MemoryRange invalidated(Cure cure) {
        return ((HostOperation.InvalidateMappedMemoryRanges) operation(cure))
                .ranges()
                .get(0);
    }

    /** The operation of a cure that inserts one for the host. */
    public static HostOperation operation(Cure cure) {
        assertThat(cure).isInstanceOf(Cure.InsertOperation.class);
        return ((Cure.InsertOperation) cure).operation();
    }

    /** Where a cure goes, in words. */
    public static String place(Cure cure) {
        return (cure instanceof Cure.InsertCommand insert ? insert.spot() : ((Cure.InsertOperation) cure).spot())
                .words();
    }

    /** The words of a note. */
    public static String note(Cure cure) {
        assertThat(cure).isInstanceOf(Cure.Note.class);
        return ((Cure.Note) cure).words();
    }
}
