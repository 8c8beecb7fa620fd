// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.config.capture.spirv.SpirvException;
import dev.sluice.config.capture.spirv.SpirvModule;
import java.nio.ByteBuffer;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Shader modules that the stages of a call's pipelines bring along in their chains, in place of handles (VK_KHR_maintenance5,
 * VK_EXT_graphics_pipeline_library). Stages are to be asked for in their order in the call, in which the binary capture has them.
 */
final class InlinedModules {
    private static final String TYPE = "VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO";

    private final CaptureSession session;
    private int from;

    InlinedModules(CaptureSession session) {
        this.session = session;
    }

    /** The module of the next stage that has one of its own; null where it has none, or its code is not there. */
    @Nullable
    SpirvModule of(Struct stage) {
        Struct info = stage.handle("module") == 0 ? stage.chained(TYPE) : null;
        CaptureBytes.Code code = info == null ? null : session.bytes.shader(info, from);
        if (code == null) {
            return null;
        }
        from = code.end();
        return parsed(stage, code.words());
    }

    private @Nullable SpirvModule parsed(Struct stage, ByteBuffer code) {
        try {
            return SpirvModule.parse(code, Map.of());
        } catch (SpirvException e) {
            session.notes.once("a shader of " + stage.call().source() + " cannot be read: " + e.getMessage());
            return null;
        }
    }
}
