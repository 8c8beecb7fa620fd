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
    MESH(0x80, 5365, PrimitiveShader.Kind.MESH),
    RAY_GENERATION(0x100, 5313, null),
    ANY_HIT(0x200, 5315, null),
    CLOSEST_HIT(0x400, 5316, null),
    MISS(0x800, 5317, null),
    INTERSECTION(0x1000, 5314, null),
    CALLABLE(0x2000, 5318, null);

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

    /** Whether rays run it. */
    boolean rayTracing() {
        return ordinal() >= RAY_GENERATION.ordinal();
    }

    /** Whether draws run it. */
    boolean graphics() {
        return this != COMPUTE && !rayTracing();
    }

    /** The bits of the stages of draws. */
    static long graphicsBits() {
        return Stream.of(values())
                .filter(CapturedStage::graphics)
                .mapToLong(stage -> stage.bit)
                .sum();
    }

    /** The bits of the stages of rays. */
    static long rayTracingBits() {
        return Stream.of(values())
                .filter(CapturedStage::rayTracing)
                .mapToLong(stage -> stage.bit)
                .sum();
    }

    /** Whether it is one of the two that go together. */
    boolean tessellation() {
        return this == TESSELLATION_CONTROL || this == TESSELLATION_EVALUATION;
    }

    /** What streams call it in {@code recorded.shaders}; what runs by workgroups there is compute. */
    String key() {
        return primitives != null ? primitives.key() : this == FRAGMENT ? "fragment" : "compute";
    }
}
