// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.compute;

import dev.sluice.machine.view.Column;
import dev.sluice.machine.view.ColumnType;
import dev.sluice.machine.view.Row;
import dev.sluice.machine.view.Texts;
import dev.sluice.machine.view.WholeTable;
import dev.sluice.program.kernel.WaveInterpreter;
import java.util.List;
import java.util.Locale;

/** The waves of a compute unit: a row per place. */
final class WavesTable extends WholeTable {

    private static final int NOTHING = -1;

    private final Places places;
    private final WaveTable waves;
    private final WaveInterpreter interpreter;
    private final Texts texts;
    private final int first;
    private final int count;

    /** @param first the unit's first place in what all units share */
    WavesTable(Places places, WaveTable waves, WaveInterpreter interpreter, Texts texts, int first, int count) {
        super(
                "waves",
                "resident waves, by their place",
                List.of(
                        new Column("kernel", ColumnType.TEXT, "what it runs"),
                        new Column("line", ColumnType.INT, "the line of the kernel that it stands at, from 1"),
                        new Column("state", ColumnType.TEXT, "running, or what it waits for"),
                        new Column("register", ColumnType.INT, "the register that it waits for, or -1"),
                        new Column("loads", ColumnType.INT, "accesses that will write a register"),
                        new Column("stores", ColumnType.INT, "stores and atomics that are not acknowledged"),
                        new Column("next", ColumnType.CYCLE, "when it may issue again"),
                        new Column("group", ColumnType.INT, "its workgroup, linear; -1 of fragments"),
                        new Column("index", ColumnType.INT, "which wave of its workgroup it is"),
                        new Column("command", ColumnType.COMMAND, "on whose behalf")));
        this.places = places;
        this.waves = waves;
        this.interpreter = interpreter;
        this.texts = texts;
        this.first = first;
        this.count = count;
    }

    @Override
    protected int size() {
        return count;
    }

    @Override
    public boolean read(long row, Row into) {
        int place = first + (int) row;
        if (!waves.resident(place)) {
            return false;
        }
        Wave wave = places.wave(place);
        DispatchJob job = waves.job(place);
        WaveTable.State state = waves.state(place);
        Workgroup group = wave.group;
        into.add(texts.id(job.program.name()))
                .add(interpreter.lineOf(place))
                .add(texts.id(state.name().toLowerCase(Locale.ROOT).replace('_', ' ')))
                .add(state == WaveTable.State.FOR_REGISTER ? waves.register(place) : NOTHING)
                .add(waves.loads(place))
                .add(places.stores(wave))
                .add(waves.notBefore(place))
                .add(wave.fragments != null || group == null ? NOTHING : group.linear)
                .add(wave.indexInGroup)
                .add(job.command);
        return true;
    }
}
