// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.transfer;

import dev.sluice.machine.view.Column;
import dev.sluice.machine.view.ColumnType;
import dev.sluice.machine.view.Row;
import dev.sluice.machine.view.Texts;
import dev.sluice.machine.view.WholeTable;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The jobs of the copy engine: a row per place for one. */
final class JobTable extends WholeTable {

    private final Texts texts;
    private final Supplier<@Nullable TransferJob[]> jobs;

    /** @param jobs by place */
    JobTable(Texts texts, Supplier<@Nullable TransferJob[]> jobs) {
        super(
                "jobs",
                "jobs, which take turns, a piece each",
                List.of(
                        new Column("kind", ColumnType.TEXT, "copy, fill, update or texels"),
                        new Column("command", ColumnType.COMMAND, "on whose behalf"),
                        new Column("begun", ColumnType.FLAG, "whether it has begun"),
                        new Column("pieces", ColumnType.INT, "pieces under way"),
                        new Column("read", ColumnType.INT, "bytes that were asked for so far"),
                        new Column("written", ColumnType.INT, "bytes that were sent so far")));
        this.texts = texts;
        this.jobs = jobs;
    }

    @Override
    protected int size() {
        return jobs.get().length;
    }

    @Override
    public boolean read(long row, Row into) {
        TransferJob job = jobs.get()[(int) row];
        if (job == null) {
            return false;
        }
        into.add(texts.id(job.kind.name().toLowerCase(Locale.ROOT)))
                .add(job.command)
                .add(job.begun)
                .add(job.underWay)
                .add(job.bytesRead)
                .add(job.bytesWritten);
        return true;
    }
}
