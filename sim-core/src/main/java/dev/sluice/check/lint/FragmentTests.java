// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.lint;

import dev.sluice.check.trace.MemoryAccess;
import dev.sluice.program.Attachment;
import dev.sluice.program.Command;
import dev.sluice.program.DrawState;
import dev.sluice.program.image.Format;
import dev.sluice.program.kernel.KernelProgram;
import dev.sluice.program.sync.Stage;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which accesses of a draw the tests of its fragments may keep from happening; of other commands none. */
final class FragmentTests {
    /** No fragment passes. */
    private final boolean never;
    /** All do. */
    private final boolean always;
    /** What is found in the attachment counts, or it is written, even if no fragment passes. */
    private final boolean leavesTraces;
    /** Whether what the fragment kernel accesses comes after the tests. */
    private final boolean early;

    FragmentTests(Command command, Map<String, KernelProgram> kernels) {
        Command.Draw draw = command instanceof Command.Draw one ? one : null;
        @Nullable Attachment tested = draw == null ? null : draw.targets().depthStencil();
        Format format = tested == null ? null : tested.slice().format();
        DrawState state = draw == null ? DrawState.PLAIN : draw.state();
        never = format != null && state.neverPasses(format);
        always = format == null || state.alwaysPasses(format);
        leavesTraces = format != null && state.writesStencil(format);
        String fragment = draw == null ? null : draw.fragment();
        KernelProgram kernel = fragment == null ? null : kernels.get(fragment);
        early = kernel == null || !kernel.writesDepth();
    }

    /** Whether no fragment makes an access, or what it finds counts for nothing. */
    boolean prevents(MemoryAccess access) {
        return never && (compares(access) && !leavesTraces || follows(access));
    }

    /** Whether some fragments may not make an access. */
    boolean mayPrevent(MemoryAccess access) {
        return !always && follows(access);
    }

    private static boolean compares(MemoryAccess access) {
        return access.stage() == Stage.EARLY_FRAGMENT_TESTS || access.stage() == Stage.LATE_FRAGMENT_TESTS;
    }

    private boolean follows(MemoryAccess access) {
        return access.stage() == Stage.COLOR_ATTACHMENT_OUTPUT || early && access.stage() == Stage.FRAGMENT_SHADER;
    }
}
