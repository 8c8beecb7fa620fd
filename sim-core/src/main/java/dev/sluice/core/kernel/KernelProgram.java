package dev.sluice.core.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A compiled kernel: immutable, shared by all waves that run it. */
public final class KernelProgram {
    /** A resource that the kernel names; accesses give its place in {@link #bindings()}. */
    public record Binding(String name, BindingKind kind) {}

    // walked by the interpreter, therefore bare arrays
    final Opcode[] ops;
    final int[] destinations;
    final int[] a;
    final int[] b;
    final int[] c;
    final int[] targets;
    /** The registers of each instruction, a bit for each modulo 64. */
    final long[] uses;

    final int[] lines;
    final MachineOperation[] machine;
    final int slots;
    final int namedRegisters;
    final Builtin[] builtins;
    final int[] builtinSlots;
    final long[] constants;
    final int[] constantSlots;

    private final KernelSource source;
    private final List<Binding> bindings;
    private final List<String> parameters;
    private final List<String> registers;
    private final int registersUsed;
    private final @Nullable TimingDependence timingDependence;

    KernelProgram(
            KernelSource source,
            List<String> registers,
            SlotMap map,
            Instructions code,
            @Nullable TimingDependence timingDependence) {
        this.source = source;
        this.registers = registers;
        this.timingDependence = timingDependence;
        List<Binding> list = new ArrayList<>();
        for (Map.Entry<String, BindingKind> entry : source.bindings().entrySet()) {
            list.add(new Binding(entry.getKey(), entry.getValue()));
        }
        bindings = List.copyOf(list);
        parameters = List.copyOf(source.parameters());
        registersUsed = Math.max(1, registers.size() + map.temporaries());
        ops = code.ops();
        destinations = code.destinations();
        a = code.a();
        b = code.b();
        c = code.c();
        targets = code.targets();
        lines = code.lines();
        machine = code.machine();
        slots = map.slots();
        namedRegisters = registers.size();
        uses = uses();
        builtins = map.builtins().keySet().toArray(Builtin[]::new);
        builtinSlots =
                map.builtins().values().stream().mapToInt(Integer::intValue).toArray();
        constants = map.constants().keySet().stream().mapToLong(Long::longValue).toArray();
        constantSlots =
                map.constants().values().stream().mapToInt(Integer::intValue).toArray();
    }

    private long[] uses() {
        long[] bits = new long[ops.length];
        for (int i = 0; i < bits.length; i++) {
            bits[i] = bit(destinations[i]) | bit(a[i]) | bit(b[i]) | bit(c[i]);
        }
        return bits;
    }

    private long bit(int slot) {
        return slot >= 1 && slot <= namedRegisters ? 1L << slot : 0;
    }

    /** The kernel's name. */
    public String name() {
        return source.name();
    }

    /** Invocations of a workgroup. */
    public LocalSize localSize() {
        return source.localSize();
    }

    /** The resources in the order of the source; {@link WaveInterpreter#binding()} indexes this list. */
    public List<Binding> bindings() {
        return bindings;
    }

    /** Names of the values that {@link WaveInterpreter#start} takes, in their order. */
    public List<String> parameters() {
        return parameters;
    }

    /** Registers named in the text; they are numbered from 1. */
    public int registerCount() {
        return namedRegisters;
    }

    /** The name of a register by its number, 1 to {@link #registerCount()}. */
    public String registerName(int register) {
        return registers.get(register - 1);
    }

    /** Bytes of shared memory of a workgroup. */
    public int sharedBytes() {
        return source.sharedBytes();
    }

    /** Registers that a lane occupies: as declared, or named registers and temporaries where not declared. */
    public int registersPerLane() {
        return source.registers() > 0 ? source.registers() : registersUsed;
    }

    /** Number of instructions of the compiled program. */
    public int size() {
        return ops.length;
    }

    /** Waves of one workgroup. */
    public int wavesPerGroup(int waveSize) {
        return (localSize().count() + waveSize - 1) / waveSize;
    }

    /** Whether an index, a branch, a loop or the cycles of an {@code alu} depend on loaded data (model §1). */
    public boolean timingDependsOnLoads() {
        return timingDependence != null;
    }

    /** Where and why the timing depends on loaded data; null where it does not. */
    public @Nullable TimingDependence timingDependence() {
        return timingDependence;
    }
}
