// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The tile operations that a unit has under way, and who waits for whose tile: first come, first served for each tile. */
final class TileTable {

    private static final int NONE = -1;

    private final TileOperation[] operations;
    private final int[] free;
    private int freeCount;
    /** By operation: the tile that it holds or waits for, or -1. */
    private final long[] tiles;
    /** By operation: who waits for its tile. */
    private final int[] waiting;

    TileTable(int size) {
        operations = new TileOperation[size];
        free = new int[size];
        tiles = new long[size];
        waiting = new int[size];
        Arrays.fill(tiles, NONE);
        Arrays.fill(waiting, NONE);
        for (int i = size - 1; i >= 0; i--) {
            operations[i] = new TileOperation(i);
            free[freeCount++] = i;
        }
    }

    /** Whether another operation can be taken. */
    boolean hasRoom() {
        return freeCount > 0;
    }

    /** Operations taken. */
    int used() {
        return operations.length - freeCount;
    }

    /** Takes an operation out. */
    TileOperation take() {
        return operations[free[--freeCount]];
    }

    /** Gives one back. */
    void giveBack(TileOperation operation) {
        free[freeCount++] = operation.index;
    }

    TileOperation get(int index) {
        return operations[index];
    }

    /** Operations that there are, in use or not. */
    int size() {
        return operations.length;
    }

    /** Whether an operation holds its tile or waits for it. */
    boolean holds(int index) {
        return tiles[index] != NONE;
    }

    /** Whether an operation waits for another one of its tile. */
    boolean waits(int index) {
        for (int next : waiting) {
            if (next == index) {
                return true;
            }
        }
        return false;
    }

    /** Asks for an operation's tile; false if it must wait, until {@link #leave} hands it over. */
    boolean enter(TileOperation operation) {
        int holder = NONE;
        for (int i = 0; i < tiles.length; i++) {
            if (tiles[i] == operation.address && waiting[i] == NONE) {
                holder = i;
            }
        }
        tiles[operation.index] = operation.address;
        if (holder == NONE) {
            return true;
        }
        waiting[holder] = operation.index;
        return false;
    }

    /** Gives an operation's tile up; the operation that gets it, or null. */
    @Nullable
    TileOperation leave(TileOperation operation) {
        tiles[operation.index] = NONE;
        int next = waiting[operation.index];
        waiting[operation.index] = NONE;
        return next == NONE ? null : operations[next];
    }
}
