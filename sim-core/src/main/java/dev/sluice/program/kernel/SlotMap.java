// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Gives every value of a kernel its slot in the register file. */
final class SlotMap {
    private final int registers;
    private final Map<Long, Integer> constants = new LinkedHashMap<>();
    private final Map<Builtin, Integer> builtins = new LinkedHashMap<>();
    private final List<Integer> temporaries = new ArrayList<>();
    private int slots;
    private int liveTemporaries;

    SlotMap(int registers, int parameters) {
        this.registers = registers;
        slots = 1 + registers + parameters;
    }

    /** The slot of a register of the text: register i is slot i + 1. */
    int register(int index) {
        return 1 + index;
    }

    int parameter(int index) {
        return 1 + registers + index;
    }

    int constant(long value) {
        return constants.computeIfAbsent(value, unused -> slots++);
    }

    int builtin(Builtin builtin) {
        return builtins.computeIfAbsent(builtin, unused -> slots++);
    }

    int temporary() {
        if (liveTemporaries == temporaries.size()) {
            temporaries.add(slots++);
        }
        return temporaries.get(liveTemporaries++);
    }

    /** The number of live temporaries, to return to by {@link #release}. */
    int mark() {
        return liveTemporaries;
    }

    void release(int mark) {
        liveTemporaries = mark;
    }

    int slots() {
        return slots;
    }

    /** The most temporaries live at once. */
    int temporaries() {
        return temporaries.size();
    }

    /**
     * The slots as the interpreter has them: those of a wave's own from 1 on, those that waves share, which are negative, from
     * {@link Instructions#NONE} down.
     */
    int[] placed() {
        int[] placed = new int[slots];
        int own = 1 + registers;
        int shared = Instructions.NONE;
        placed[Instructions.SCRATCH] = shared--;
        Integer lane = builtins.get(Builtin.LANE);
        for (int slot = 1; slot < slots; slot++) {
            if (slot <= registers) {
                placed[slot] = slot;
            } else if (lane == null || slot != lane) {
                boolean owned = temporaries.contains(slot) || builtins.containsValue(slot);
                placed[slot] = owned ? own++ : shared--;
            } else {
                placed[slot] = shared--;
            }
        }
        return placed;
    }

    /** Whether a slot is a temporary. */
    boolean isTemporary(int slot) {
        return temporaries.contains(slot);
    }

    Map<Long, Integer> constants() {
        return constants;
    }

    Map<Builtin, Integer> builtins() {
        return builtins;
    }
}
