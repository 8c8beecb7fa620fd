// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.program.PrimitiveShader;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The shader stages whose accesses are followed, as Vulkan and SPIR-V name them. */
enum CapturedStage {
    VERTEX(0x1, 0, PrimitiveShader.Kind.VERTEX),
    TESSELLATION_CONTROL(0x2, 1, PrimitiveShader.Kind.TESSELLATION_CONTROL),
    TESSELLATION_EVALUATION(0x4, 2, PrimitiveShader.Kind.TESSELLATION_EVALUATION),
    GEOMETRY(0x8, 3, PrimitiveShader.Kind.GEOMETRY),
    FRAGMENT(0x10, 4, null),
    COMPUTE(0x20, 5, null),
    TASK(0x40, 5364, PrimitiveShader.Kind.TASK),
    MESH(0x80, 5365, PrimitiveShader.Kind.MESH);

    /** The bit of {@code VkShaderStageFlagBits}. */
    final long bit;
    /** SPIR-V's execution model. */
    final int model;
    /** What runs before rasterisation in it; null for nothing. */
    final PrimitiveShader.@Nullable Kind primitives;

    CapturedStage(long bit, int model, PrimitiveShader.@Nullable Kind primitives) {
        this.bit = bit;
        this.model = model;
        this.primitives = primitives;
    }

    /** The stage of a bit; null for one that is not followed. */
    static @Nullable CapturedStage of(long bit) {
        return Stream.of(values()).filter(stage -> stage.bit == bit).findFirst().orElse(null);
    }

    /** Whether it is one of the two that go together. */
    boolean tessellation() {
        return this == TESSELLATION_CONTROL || this == TESSELLATION_EVALUATION;
    }

    /** What streams call it in {@code recorded.shaders}. */
    String key() {
        return primitives != null ? primitives.key() : this == FRAGMENT ? "fragment" : "compute";
    }
}
