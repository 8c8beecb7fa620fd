// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

import dev.sluice.program.image.Format;
import dev.sluice.program.image.ImageView;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A compiled kernel: immutable, shared by all waves that run it. */
public final class KernelProgram {
    /** A resource that the kernel names; accesses give its place in {@link #bindings()}. */
    public record Binding(String name, BindingKind kind) {}

    /** How the text of a kernel accesses one of its bindings, whether or not an invocation comes to it. */
    public record Uses(boolean loads, boolean stores, boolean atomics) {}

    /**
     * Steps after which a kernel is translated: those of a small run pay less than a class costs that is made and loaded. Tests may
     * have all that they run translated from the first step on, by the property.
     */
    private static final int TRANSLATED_AFTER = Integer.getInteger("sluice.kernels.translatedAfter", 4096);

    // walked by the interpreter, therefore bare arrays
    final Opcode[] ops;
    final int[] destinations;
    final int[] a;
    final int[] b;
    final int[] c;
    final int[] targets;
    /** The registers of each instruction, a bit for each modulo 64. */
    final long[] uses;

    /** How many masks of the record are in use before each instruction. */
    final int[] depths;

    /** Which operands of each instruction are temporaries that it alone reads: bit 0 for a, and so on. */
    final byte[] consumes;

    /** The instructions as {@link Decoded} draws them: the ints, and the longs. */
    final int[] code;

    final long[] packed;

    final int[] lines;
    final MachineOperation[] machine;
    /** One more than the last slot that is a wave's own. */
    final int slots;

    /** Slots that waves share. */
    final int sharedSlots;

    /** Word of a wave's record at which slot 0 would lie; slot s has two words. */
    final int firstSlot;

    /** Words of a wave's record. */
    final int recordLength;

    private final boolean maySpin;

    final int namedRegisters;
    /** For each slot of a named register, that of the first of its vector, or the slot itself: what stands for it where it is pending. */
    final int[] leaders;

    /** Those that differ between waves, and their slots. */
    final Builtin[] builtins;

    final int[] builtinSlots;
    /** The slot of {@link Builtin#LANE}, 0 if it is not used. */
    final int laneSlot;

    final int[] parameterSlots;
    final long[] constants;
    final int[] constantSlots;
    /** Steps that waves made while it was interpreted. */
    private int steps;
    /** Its bytecode; null as long as it is interpreted. */
    private volatile @Nullable TranslatedKernel translated;
    /** The same for machines that do accesses at once; null until one asks for it. */
    private volatile @Nullable TranslatedKernel atOnce;
    /** Bytes of its longest method of bytecode. */
    private volatile int longest = KernelTranslator.LONGEST;

    /** Which named registers some instruction reads. */
    private final BitSet read = new BitSet();

    private final KernelSource source;
    private final List<Binding> bindings;
    private final List<String> parameters;
    private final List<String> registers;
    private final Traits traits;
    private final int[] parameterBindings;
    private final List<ImageParameter> imageParameters;
    private final int registersUsed;
    private final @Nullable TimingDependence timingDependence;

    KernelProgram(
            KernelSource source,
            Names names,
            Traits traits,
            SlotMap map,
            Instructions code,
            @Nullable TimingDependence timingDependence) {
        this.source = source;
        this.registers = names.registers();
        this.traits = traits;
        this.parameterBindings = names.parameterBindings();
        this.imageParameters = names.imageParameters();
        this.timingDependence = timingDependence;
        List<Binding> list = new ArrayList<>();
        for (Map.Entry<String, BindingKind> entry : source.bindings().entrySet()) {
            list.add(new Binding(entry.getKey(), entry.getValue()));
        }
        bindings = List.copyOf(list);
        parameters = names.parameters();
        registersUsed = Math.max(1, registers.size() - names.vectors().unused() + map.temporaries());
        ops = code.ops();
        int[] placed = map.placed();
        consumes = consumed(map, code);
        destinations = place(code.destinations(), placed);
        a = place(code.a(), placed);
        b = place(code.b(), placed);
        c = place(code.c(), placed);
        targets = code.targets();
        maySpin = Arrays.asList(ops).contains(Opcode.JUMP);
        lines = code.lines();
        machine = code.machine();
        namedRegisters = registers.size();
        leaders = leaders(names);
        uses = uses();
        depths = depths(ops);
        builtins =
                map.builtins().keySet().stream().filter(b -> b != Builtin.LANE).toArray(Builtin[]::new);
        builtinSlots = Arrays.stream(builtins)
                .mapToInt(builtin -> placed[map.builtin(builtin)])
                .toArray();
        laneSlot = map.builtins().containsKey(Builtin.LANE) ? placed[map.builtin(Builtin.LANE)] : 0;
        slots = 1 + namedRegisters + map.temporaries() + builtins.length;
        sharedSlots = 1 + map.slots() - slots;
        firstSlot = WaveRecords.HEADER + Arrays.stream(depths).max().orElse(0) - 2;
        recordLength = firstSlot + 2 * slots;
        this.code = Decoded.decode(this);
        packed = Decoded.pack(this, this.code);
        parameterSlots = new int[parameters.size()];
        Arrays.setAll(parameterSlots, i -> placed[map.parameter(i)]);
        constants = map.constants().keySet().stream().mapToLong(Long::longValue).toArray();
        constantSlots =
                map.constants().values().stream().mapToInt(slot -> placed[slot]).toArray();
        for (int i = 0; i < ops.length; i++) {
            noteRead(a[i]);
            noteRead(b[i]);
            noteRead(c[i]);
            for (int k = 1; k < machine[i].width() && b[i] > 0; k++) {
                noteRead(b[i] + k);
            }
        }
    }

    private static int[] leaders(Names names) {
        int[] indices = names.vectors().leaders(names.registers().size());
        int[] leaders = new int[indices.length + 1];
        for (int i = 0; i < indices.length; i++) {
            leaders[i + 1] = indices[i] + 1;
        }
        return leaders;
    }

    /** Whether the result of an instruction may be written in lanes that do not execute it, too. */
    boolean writesAllLanes(int at) {
        return (packed[2 * at] & Decoded.ALL_LANES) != 0;
    }

    private void noteRead(int slot) {
        if (slot > 0 && slot <= namedRegisters) {
            read.set(slot);
            read.set(leaders[slot]);
        }
    }

    private static int[] place(int[] slots, int[] placed) {
        int[] to = new int[slots.length];
        Arrays.setAll(to, i -> placed[slots[i]]);
        return to;
    }

    private static byte[] consumed(SlotMap map, Instructions code) {
        Opcode[] ops = code.ops();
        int[][] operands = {code.a(), code.b(), code.c()};
        int[] destinations = code.destinations();
        byte[] bits = new byte[ops.length];
        for (int i = 0; i < bits.length; i++) {
            for (int k = 0; k < operands.length && !ops[i].readsHeld(); k++) {
                int slot = operands[k][i];
                if (slot != destinations[i] && map.isTemporary(slot)) {
                    bits[i] |= (byte) (1 << k);
                }
            }
        }
        return bits;
    }

    private static int[] depths(Opcode[] ops) {
        int[] depths = new int[ops.length];
        int depth = 0;
        for (int i = 0; i < ops.length; i++) {
            depths[i] = depth;
            depth += switch (ops[i]) {
                case IF -> 2;
                case END_IF -> -2;
                case LOOP -> 1;
                case END_LOOP -> -1;
                default -> 0;
            };
        }
        return depths;
    }

    private long[] uses() {
        long[] bits = new long[ops.length];
        for (int i = 0; i < bits.length; i++) {
            bits[i] = bit(destinations[i]) | bit(a[i]) | bit(b[i]) | bit(c[i]);
        }
        return bits;
    }

    private long bit(int slot) {
        return slot >= 1 && slot <= namedRegisters ? 1L << leaders[slot] : 0;
    }

    /** Whether it has a loop that ends by a condition alone, and so perhaps never. */
    public boolean maySpin() {
        return maySpin;
    }

    /** Its bytecode; null as long as it is interpreted. */
    @Nullable
    TranslatedKernel translated() {
        return translated;
    }

    /** Its bytecode for a machine that does accesses at once ({@link AtOnce}); null as long as it is interpreted. */
    @Nullable
    TranslatedKernel translatedAtOnce() {
        TranslatedKernel other = translated;
        TranslatedKernel own = atOnce;
        if (own == null && other != null) {
            own = KernelTranslator.translate(this, longest, true);
            own = own == null ? other : own;
            atOnce = own;
        }
        return own;
    }

    /** Counts a step that is interpreted; whether bytecode runs the following. */
    boolean isHot() {
        if (steps < TRANSLATED_AFTER && ++steps == TRANSLATED_AFTER) {
            translate(KernelTranslator.LONGEST);
        }
        return translated != null;
    }

    /** Has it run as bytecode, unless it is too long for that, in methods of at most so many bytes. */
    void translate(int most) {
        longest = most;
        translated = KernelTranslator.translate(this, most, false);
    }

    /** The kernel's name. */
    public String name() {
        return source.name();
    }

    /** A line of the kernel's text, from 1; with 0 the kernel as a whole. */
    public KernelLine at(int line) {
        return new KernelLine(source.name(), line, source.place().of(line));
    }

    /** Its text, as it stands in the stream. */
    public String text() {
        return source.code();
    }

    /** Invocations of a workgroup. */
    public LocalSize localSize() {
        return source.localSize();
    }

    /** The resources in the order of the source; {@link WaveInterpreter#binding()} indexes this list. */
    public List<Binding> bindings() {
        return bindings;
    }

    /**
     * Names of the values that {@link WaveInterpreter#start} takes, in their order: first those of the source, then those of
     * images that the kernel uses, named {@code BINDING.width} and so on.
     */
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

    /** Whether anything depends on what a register holds. */
    public boolean reads(int register) {
        return read.get(register);
    }

    /** Bytes of shared memory of a workgroup. */
    public int sharedBytes() {
        return source.sharedBytes();
    }

    /** The workgroup memory that its units should have; null for what the device has. */
    public @Nullable SharedCarveOut carveOut() {
        return source.carveOut();
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

    /** The colour outputs that some statement writes: bit c for {@code out.colorC}. */
    public int colorOutputs() {
        return traits.outputs() & (1 << Traits.COLORS) - 1;
    }

    /** Whether some statement writes {@code out.depth}. */
    public boolean writesDepth() {
        return (traits.outputs() >> Traits.DEPTH & 1) != 0;
    }

    /** Whether it reads {@code x} or {@code y}. */
    public boolean usesPixel() {
        return traits.pixel();
    }

    /** Whether it is a fragment kernel: it uses {@code x}, {@code y} or {@code out}, and cannot be dispatched. */
    public boolean fragment() {
        return traits.fragment();
    }

    /** Whether it reads built-ins that only compute (and vertex) kernels have, such as {@code gid}, and cannot shade fragments. */
    public boolean usesInvocation() {
        return traits.computeOnly() != null;
    }

    /** Names of the parameters that a dispatch has to pass: the first of {@link #parameters()}, without those of images. */
    public List<String> declaredParameters() {
        return List.copyOf(source.parameters());
    }

    /** The binding whose image a parameter describes; -1 for one that a dispatch has to pass. */
    public int parameterBinding(int parameter) {
        return parameterBindings[parameter];
    }

    /** The value that a parameter of an image has for a view. */
    public long parameterValue(int parameter, ImageView view) {
        return imageParameters.get(parameter).value(view);
    }

    /**
     * Says why a resource cannot be bound.
     *
     * @param binding its place in {@link #bindings()}
     * @param view the image; null for a buffer
     * @return one line, such as "'tex' needs an image"; null if it fits
     */
    public @Nullable String misfit(int binding, @Nullable ImageView view) {
        String name = bindings.get(binding).name();
        if (view == null) {
            for (int bound : parameterBindings) {
                if (bound == binding) {
                    return "'" + name + "' needs an image";
                }
            }
            return null;
        }
        if (!bindings.get(binding).kind().image()) {
            return "'" + name + "' needs a buffer, not image " + view.surface().name();
        }
        Format format = view.surface().spec().format();
        int texel = format.texelBytes();
        int sampled = traits.sampled(binding);
        if ((sampled & ~texel) != 0) {
            return "'" + name + "' is sampled by texels of " + Integer.highestOneBit(sampled & ~texel)
                    + " bytes, but those of image " + view.surface().name() + " (" + format + ") have " + texel;
        }
        if (traits.widest(binding) > texel) {
            return "'" + name + "' is accessed by elements of " + traits.widest(binding)
                    + " bytes, but the texels of image " + view.surface().name() + " (" + format + ") have only "
                    + texel;
        }
        return null;
    }

    /** Whether it stores to any binding, atomics included. */
    public boolean writesMemory() {
        for (int i = 0; i < bindings().size(); i++) {
            Uses uses = uses(i);
            if (uses.stores() || uses.atomics()) {
                return true;
            }
        }
        return false;
    }

    /** The line of the loop that was found to be endless. */
    public int line(LoopWatch loop) {
        return lines[loop.first()];
    }

    /** What the loop that was found to be endless reads: bindings, each with the lines that read it, in the order of the text. */
    public List<String> reads(LoopWatch loop) {
        Map<String, Set<Integer>> reads = new LinkedHashMap<>();
        for (int i = loop.first(); i <= loop.last(); i++) {
            if (ops[i] == Opcode.LOAD || ops[i] == Opcode.ATOMIC) {
                String name = bindings.get(machine[i].binding()).name();
                reads.computeIfAbsent("'" + name + "'", n -> new TreeSet<>()).add(lines[i]);
            } else if (ops[i] == Opcode.SHARED_LOAD) {
                reads.computeIfAbsent("shared memory", n -> new TreeSet<>()).add(lines[i]);
            }
        }
        List<String> texts = new ArrayList<>();
        reads.forEach((name, at) -> texts.add(name + " (line "
                + String.join(", ", at.stream().map(String::valueOf).toList()) + ")"));
        return texts;
    }

    /** How the text accesses a binding. */
    public Uses uses(int binding) {
        boolean loads = false;
        boolean stores = false;
        boolean atomics = false;
        for (int i = 0; i < ops.length; i++) {
            if (machine[i].binding() == binding) {
                loads |= ops[i] == Opcode.LOAD;
                stores |= ops[i] == Opcode.STORE;
                atomics |= ops[i] == Opcode.ATOMIC;
            }
        }
        return new Uses(loads, stores, atomics);
    }

    /**
     * What the atomics on a binding have in common, so that they commute with those of other kernels of which it is the same: an
     * operation and a type. 0 if their order decides what they leave, because they differ, exchange, or what they find is read.
     */
    public int commuting(int binding) {
        int common = -1;
        for (int i = 0; i < ops.length; i++) {
            if (ops[i] != Opcode.ATOMIC || machine[i].binding() != binding) {
                continue;
            }
            AtomicOp op = machine[i].atomic();
            int one = op.commutes() && !isRead(destinations[i])
                    ? 1
                            + op.ordinal() * ElementType.values().length
                            + machine[i].type().ordinal()
                    : 0;
            if (common >= 0 && one != common) {
                return 0;
            }
            common = one;
        }
        return Math.max(0, common);
    }

    private boolean isRead(int slot) {
        for (int i = 0; slot >= 0 && i < ops.length; i++) {
            if (a[i] == slot || b[i] == slot || c[i] == slot) {
                return true;
            }
        }
        return false;
    }

    /** Whether an index, a branch, a loop or the cycles of an {@code alu} depend on loaded data. */
    public boolean timingDependsOnLoads() {
        return timingDependence != null;
    }

    /** Where and why the timing depends on loaded data; null where it does not. */
    public @Nullable TimingDependence timingDependence() {
        return timingDependence;
    }
}
