// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

import static org.objectweb.asm.Opcodes.*;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;

/** Where waves go on in a range of a kernel's instructions: after stops, and by jumps. */
final class EntryPoints {
    private final int from;
    private final int to;
    /** Instructions to which others jump, or with which a part begins. */
    private final BitSet leaders = new BitSet();
    /** By instruction at which a wave may go on after a stop: what it does before it is there. */
    private final Map<Integer, List<Runnable>> points = new TreeMap<>();

    /**
     * Finds those of the instructions from one to before another.
     *
     * @param atOnce whether control most often goes on with the instruction after an access
     */
    EntryPoints(KernelProgram kernel, int from, int to, HelpedWay helped, boolean atOnce) {
        this.from = from;
        this.to = to;
        leader(from);
        for (int i = 0; i < kernel.ops.length; i++) {
            switch (kernel.ops[i]) {
                case IF, ELSE, WHILE_TEST, FOR_TEST, FOR_TEST_UNIFORM, FOR_NEXT, JUMP -> {
                    int target = kernel.targets[i];
                    leader(target);
                    boolean back = kernel.ops[i] == Opcode.FOR_NEXT || kernel.ops[i] == Opcode.JUMP;
                    if (back || i < from || i >= to) {
                        add(target, List.of());
                    }
                }
                case LOAD, STORE, ATOMIC, SHARED_LOAD, SHARED_STORE, ALU, CONTROL_BARRIER, MEMORY_BARRIER, EXPORT -> {
                    if (!atOnce || !PartWriter.isAccess(kernel.ops[i])) {
                        leader(i + 1);
                    }
                    int standing = i;
                    add(
                            i + 1,
                            kernel.consumes[i] == 0 ? List.of() : List.of(() -> helped.call("consume", "V", standing)));
                }
                case END -> {
                    // where a wave begins that has no invocations
                    leader(i);
                    add(i, List.of());
                }
                default -> {
                    // goes on with the next
                }
            }
        }
        add(from, List.of());
    }

    private void leader(int instruction) {
        if (instruction >= from && instruction < to) {
            leaders.set(instruction);
        }
    }

    /** A wave may go on with an instruction, after it has done something first. */
    void add(int instruction, List<Runnable> first) {
        if (instruction >= from && instruction < to) {
            List<Runnable> all = points.computeIfAbsent(instruction, i -> new ArrayList<>());
            all.addAll(first);
        }
    }

    /** Whether control may come to an instruction from others than the one before it. */
    boolean isLeader(int instruction) {
        return leaders.get(instruction);
    }

    /** Writes how a wave comes to where it goes on, or that it does not go on there. */
    void write(MethodVisitor code, Label[] labels) {
        Map<Integer, Label> stubs = new LinkedHashMap<>();
        points.forEach(
                (instruction, first) -> stubs.put(instruction, first.isEmpty() ? labels[instruction] : new Label()));
        Label nowhere = new Label();
        code.visitVarInsn(ILOAD, LocalVariables.PC);
        code.visitLookupSwitchInsn(
                nowhere,
                stubs.keySet().stream().mapToInt(Integer::intValue).toArray(),
                stubs.values().toArray(Label[]::new));
        points.forEach((instruction, first) -> {
            if (!first.isEmpty()) {
                code.visitLabel(stubs.get(instruction));
                first.forEach(Runnable::run);
                code.visitJumpInsn(GOTO, labels[instruction]);
            }
        });
        code.visitLabel(nowhere);
        code.visitVarInsn(ALOAD, LocalVariables.STEPPER);
        code.visitVarInsn(ILOAD, LocalVariables.PC);
        code.visitMethodInsn(
                INVOKEVIRTUAL, HelpedWay.STEPPER, "noEntry", "(I)Ljava/lang/IllegalStateException;", false);
        code.visitInsn(ATHROW);
    }
}
