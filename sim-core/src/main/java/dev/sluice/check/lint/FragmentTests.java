// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.lint;

import dev.sluice.check.trace.MemoryAccess;
import dev.sluice.program.Attachment;
import dev.sluice.program.Command;
import dev.sluice.program.DrawState;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.kernel.KernelProgram;
import dev.sluice.program.sync.Stage;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which accesses of a draw the depth test of its fragments may keep from happening; of other commands none. */
final class FragmentTests {
    private final DrawState.Compare test;
    /** Whether what the fragment kernel accesses comes after the test. */
    private final boolean early;

    FragmentTests(Command command, Map<String, KernelProgram> kernels) {
        Command.Draw draw = command instanceof Command.Draw one ? one : null;
        test = draw == null ? DrawState.Compare.ALWAYS : test(draw);
        String fragment = draw == null ? null : draw.fragment();
        KernelProgram kernel = fragment == null ? null : kernels.get(fragment);
        early = kernel == null || !kernel.writesDepth();
    }

    private static DrawState.Compare test(Command.Draw draw) {
        @Nullable Attachment depth = draw.targets().depthStencil();
        return depth == null || !depth.slice().format().has(Aspect.DEPTH)
                ? DrawState.Compare.ALWAYS
                : draw.state().depthTest();
    }

    /** Whether no fragment makes an access, or what it finds counts for nothing. */
    boolean prevents(MemoryAccess access) {
        return test == DrawState.Compare.NEVER && (compares(access) || follows(access));
    }

    /** Whether some fragments may not make an access. */
    boolean mayPrevent(MemoryAccess access) {
        return test != DrawState.Compare.ALWAYS && follows(access);
    }

    private static boolean compares(MemoryAccess access) {
        return access.stage() == Stage.EARLY_FRAGMENT_TESTS || access.stage() == Stage.LATE_FRAGMENT_TESTS;
    }

    private boolean follows(MemoryAccess access) {
        return access.stage() == Stage.COLOR_ATTACHMENT_OUTPUT || early && access.stage() == Stage.FRAGMENT_SHADER;
    }
}
