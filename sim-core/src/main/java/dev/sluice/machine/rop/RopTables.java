// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop;

import dev.sluice.machine.view.Column;
import dev.sluice.machine.view.ColumnType;
import dev.sluice.machine.view.Row;
import dev.sluice.machine.view.Texts;
import dev.sluice.machine.view.WholeTable;
import java.util.List;
import java.util.Locale;

/** The tables of a render output unit: what it was given, the tiles that it holds, and what waits for room in its caches. */
final class RopTables {

    private final Texts texts;
    private final RopQueue queue;
    private final TileTable tiles;

    RopTables(Texts texts, RopQueue queue, TileTable tiles) {
        this.texts = texts;
        this.queue = queue;
        this.tiles = tiles;
    }

    List<WholeTable> all(TileRequests requests) {
        return List.of(new Operations(), new Tiles(), requests.view(texts));
    }

    /** What waits to be begun. */
    private final class Operations extends WholeTable {

        Operations() {
            super(
                    "operations",
                    "tests, writes and jobs that wait for the unit, in order",
                    List.of(
                            new Column("kind", ColumnType.TEXT, "test or write of a batch of pixels, or a job"),
                            new Column("command", ColumnType.COMMAND, "on whose behalf"),
                            new Column("tiles", ColumnType.INT, "things under way for it, of the one that has begun")));
        }

        @Override
        protected int size() {
            return queue.size();
        }

        @Override
        public boolean read(long row, Row into) {
            if (row >= queue.size()) {
                return false;
            }
            RopOperation operation = queue.waiting((int) row);
            into.add(texts.id(operation.kind.name().toLowerCase(Locale.ROOT)))
                    .add(operation.command())
                    .add(operation.pending);
            return true;
        }
    }

    /** Tiles that are held or waited for. */
    private final class Tiles extends WholeTable {

        Tiles() {
            super(
                    "tiles",
                    "tiles that the unit will write or is about to read, and those that wait for them",
                    List.of(
                            new Column("address", ColumnType.ADDRESS, "of the tile"),
                            new Column("what", ColumnType.TEXT, "test, color, clear, resolve or source"),
                            new Column("reads", ColumnType.FLAG, "whether it begins with a read"),
                            new Column("writes", ColumnType.FLAG, "whether it ends with a write"),
                            new Column("waits", ColumnType.FLAG, "whether it waits for another one of its tile"),
                            new Column("command", ColumnType.COMMAND, "on whose behalf")));
        }

        @Override
        protected int size() {
            return tiles.size();
        }

        @Override
        public boolean read(long row, Row into) {
            int index = (int) row;
            if (!tiles.holds(index)) {
                return false;
            }
            TileOperation tile = tiles.get(index);
            into.add(tile.address)
                    .add(texts.id(what(tile.kind)))
                    .add(tile.reads)
                    .add(tile.writes)
                    .add(tiles.waits(index))
                    .add(tile.owner().command());
            return true;
        }

        private static String what(int kind) {
            return switch (kind) {
                case TileOperation.TEST -> "test";
                case TileOperation.COLOR -> "color";
                case TileOperation.CLEAR -> "clear";
                case TileOperation.RESOLVE -> "resolve";
                default -> "source";
            };
        }
    }
}
