// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Translates kernels to bytecode of the Java virtual machine, which the host compiles.
 *
 * <p>A wave may go on in bytecode where the interpreter left it, and the other way round: both keep the same records, stop at the
 * same instructions, and count the same. Bytecode does itself what one or two numbers say for all lanes (see {@link ScalarOps});
 * for all else it calls the {@link WaveStepper}.
 */
final class KernelTranslator {
    /** Bytes of the longest method that HotSpot compiles (its option {@code HugeMethodLimit}). */
    static final int LONGEST = 8000;

    /** Instructions of the longest part, whose bytecode is less than 64 KiB, which a method may have. */
    private static final int MOST_INSTRUCTIONS = 128;

    /** Parts of the longest kernel that is translated; a longer one is interpreted. */
    private static final int MOST_PARTS = 100;

    private final KernelProgram kernel;
    private final int longest;
    private final boolean atOnce;
    private final List<TranslatedPart> parts = new ArrayList<>();
    private final List<Integer> ends = new ArrayList<>();

    private KernelTranslator(KernelProgram kernel, int longest, boolean atOnce) {
        this.kernel = kernel;
        this.longest = longest;
        this.atOnce = atOnce;
    }

    /**
     * The bytecode of a kernel in methods of at most so many bytes, or of one instruction; null if there were too many.
     *
     * @param atOnce whether it is for a machine that does accesses at once ({@link AtOnce}), so that no register is ever pending
     */
    static @Nullable TranslatedKernel translate(KernelProgram kernel, int longest, boolean atOnce) {
        KernelTranslator translator = new KernelTranslator(kernel, longest, atOnce);
        if (!translator.part(0, kernel.ops.length)) {
            return null;
        }
        return new TranslatedKernel(
                translator.parts.toArray(TranslatedPart[]::new),
                translator.ends.stream().mapToInt(Integer::intValue).toArray());
    }

    private boolean part(int from, int to) {
        if (to - from > MOST_INSTRUCTIONS) {
            return halves(from, to);
        }
        PartWriter writer = new PartWriter(kernel, from, to, atOnce);
        byte[] bytes = writer.write();
        if (writer.length() > longest && to - from > 1) {
            return halves(from, to);
        }
        if (parts.size() == MOST_PARTS) {
            return false;
        }
        parts.add(define(bytes));
        ends.add(to);
        return true;
    }

    private boolean halves(int from, int to) {
        int middle = from + (to - from) / 2;
        return part(from, middle) && part(middle, to);
    }

    private static TranslatedPart define(byte[] bytes) {
        try {
            return (TranslatedPart) MethodHandles.lookup()
                    .defineHiddenClass(bytes, true)
                    .lookupClass()
                    .getDeclaredConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("a translated kernel cannot be loaded", e);
        }
    }
}
