// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.lint;

import java.util.Locale;

/**
 * A rule of the lint: what it is called, how much it matters, and what is wrong where it applies. Why that is wrong, what to do about
 * it and what the Vulkan specification says of it is in {@code docs/lint.md}.
 *
 * <p>Source: {@code sim-config/src/test/resources/barriers/lint.json}, made from Vulkan 1.4.360 (chapters
 * synchronization, common validity, memory) and from the best-practices and synchronization layers of
 * KhronosGroup/Vulkan-ValidationLayers 9fe6278b5291; a test compares the two entry by entry.
 */
public enum LintRule {
    ACCESS_UNSUPPORTED_BY_STAGE(Severity.ERROR, "access flag not supported by any stage in the mask"),
    HOST_ACCESS_WITHOUT_HOST_STAGE(
            Severity.ERROR, "HOST_READ or HOST_WRITE without the HOST stage (ALL_COMMANDS does not contain it)"),
    STAGE_UNSUPPORTED_BY_QUEUE(Severity.ERROR, "stage not available on the queue family"),
    LAYOUT_MISMATCH(Severity.ERROR, "oldLayout is neither UNDEFINED nor the current layout"),
    LAYOUT_BAD_NEW(Severity.ERROR, "newLayout is UNDEFINED, PREINITIALIZED or ZERO_INITIALIZED"),
    LAYOUT_USE_MISMATCH(Severity.ERROR, "access in a layout that does not allow it"),
    USAGE_MISSING(Severity.ERROR, "image or buffer used for what its usage does not name"),
    QFOT_UNMATCHED(
            Severity.ERROR,
            "release without acquire, acquire without release, or ranges, layouts or families that differ"),
    QFOT_MISSING(Severity.ERROR, "EXCLUSIVE resource used on another family with no transfer"),
    RENDERPASS_BARRIER(
            Severity.ERROR,
            "barrier inside a render pass: buffer barrier, layout change, family change, non-graphics stage, missing BY_REGION, or framebuffer-space source with other destination"),
    CLEAR_OF_INPUT(
            Severity.ERROR,
            "loadOp CLEAR of an attachment whose first use is as an input attachment and neither as color nor as depth/stencil attachment"),
    READ_ONLY_WRITE(
            Severity.ERROR, "write of depth or stencil that is attached in a layout in which it can only be read"),
    EVENT_MISMATCH(
            Severity.ERROR,
            "vkCmdWaitEvents2 dependency differs from its vkCmdSetEvent2, or HOST stage in vkCmdSetEvent2"),
    EVENT_RESIGNAL(Severity.WARNING, "set of an event that is already signaled"),
    COPY_OVERLAP(Severity.ERROR, "copy whose source and destination, or two of whose destination regions, overlap"),
    DISCARDED_READ(
            Severity.ERROR,
            "read of contents that a load or store operation, or a transition out of UNDEFINED, gave up"),
    FLUSH_RANGE_ALIGNMENT(Severity.ERROR, "mapped range not aligned to nonCoherentAtomSize"),
    HAZARD_RAW(Severity.ERROR, "read after write with no memory dependency"),
    HAZARD_WAW(Severity.ERROR, "write after write with no memory dependency"),
    HAZARD_WAR(Severity.ERROR, "write after read with no execution dependency"),
    HAZARD_SUBPASS(Severity.ERROR, "attachment read as input in the same pass with no self dependency"),
    MISSING_AVAILABLE(
            Severity.ERROR,
            "visibility without availability: the destination mask names the read but no earlier source mask named the write"),
    MISSING_VISIBLE(Severity.ERROR, "availability without visibility for this reader"),
    TRANSITION_OVER_UNAVAILABLE(Severity.ERROR, "layout transition over writes that are not available"),
    FALSE_SHARING_ATOM(Severity.ERROR, "host and device write the same nonCoherentAtomSize unit with no dependency"),
    HOST_READ_WITHOUT_DOMAIN_OP(
            Severity.ERROR, "host read of device-written memory with a fence but no HOST_READ barrier"),
    HOST_READ_WITHOUT_INVALIDATE(
            Severity.ERROR, "host read of non-coherent memory with no vkInvalidateMappedMemoryRanges after the fence"),
    HOST_WRITE_WITHOUT_FLUSH(
            Severity.ERROR, "submit after a host write to non-coherent memory with no vkFlushMappedMemoryRanges"),
    DEPTH_ONE_TEST_STAGE(Severity.WARNING, "depth/stencil dependency names only one of EARLY and LATE_FRAGMENT_TESTS"),
    BLEND_WRITE_ONLY(
            Severity.WARNING, "destination COLOR_ATTACHMENT_WRITE without READ while blending or LOAD_OP_LOAD is used"),
    ATOMIC_WRITE_ONLY(Severity.WARNING, "destination SHADER_STORAGE_WRITE without READ for atomics"),
    UNDEFINED_DISCARDS(Severity.WARNING, "oldLayout UNDEFINED on an image whose contents are read later"),
    UNDEFINED_TO_READONLY(Severity.WARNING, "UNDEFINED to a read-only layout"),
    ACCESS_LAYOUT_COMBINATION(
            Severity.WARNING, "srcAccessMask not possible in oldLayout, or dstAccessMask in newLayout"),
    SRC_READ_ONLY(Severity.PERF, "source mask has only reads"),
    WAR_WITH_ACCESS(Severity.PERF, "write after read with access masks"),
    READ_TO_READ(Severity.PERF, "read to read barrier without layout change"),
    REDUNDANT(Severity.PERF, "nothing is dirty in the source scope and nothing stale in the destination scope"),
    ALREADY_AVAILABLE(Severity.PERF, "source scope already available through an earlier barrier"),
    OVER_BROAD_STAGES(
            Severity.PERF, "ALL_COMMANDS or ALL_GRAPHICS where the accesses in the command stream use fewer stages"),
    OVER_BROAD_ACCESS(Severity.PERF, "MEMORY_READ or MEMORY_WRITE, or flags whose access never occurs"),
    ALL_TO_ALL(Severity.PERF, "ALL_COMMANDS to ALL_COMMANDS with MEMORY_WRITE to MEMORY_READ|MEMORY_WRITE"),
    GLOBAL_INSTEAD_OF_IMAGE(Severity.PERF, "global or buffer barrier where an image barrier would do"),
    IMAGE_BARRIER_NO_TRANSITION(
            Severity.INFO, "image barrier with equal layouts on a device where image and global barriers act the same"),
    UNBATCHED(Severity.PERF, "several barrier commands with no work between"),
    LATE_WAIT_EARLY_STAGE(Severity.PERF, "destination stage earlier than the first use"),
    EARLY_SIGNAL_LATE_STAGE(Severity.PERF, "source stage later than the last write"),
    LEGACY_TOP_BOTTOM(Severity.INFO, "TOP_OF_PIPE or BOTTOM_OF_PIPE used"),
    SUBMIT_HOST_BARRIER(Severity.PERF, "HOST_WRITE barrier for writes made before the submit"),
    DONT_CARE_STORE_HAZARD(Severity.WARNING, "DONT_CARE load or store treated as no access"),
    GENERAL_KILLS_COMPRESSION(
            Severity.PERF, "GENERAL layout (or STORAGE usage) where an optimal layout would keep compression"),
    PING_PONG_LAYOUT(Severity.PERF, "A to B to A transitions with no use in B"),
    QFOT_UNNEEDED(Severity.PERF, "ownership transfer where contents are not kept, or not required (maintenance9)"),
    PASS_SPLIT(
            Severity.PERF, "barrier that forces a tiler to leave the pass (not by region, or a non-framebuffer stage)"),
    BARRIER_COUNT(Severity.INFO, "many barriers per frame");

    private final String id;
    private final Severity severity;
    private final String title;

    LintRule(Severity severity, String title) {
        this.id = name().toLowerCase(Locale.ROOT).replace('_', '-');
        this.severity = severity;
        this.title = title;
    }

    /** The identifier that findings carry, for example {@code hazard-raw}. */
    public String id() {
        return id;
    }

    /** How much a finding of this rule matters. */
    public Severity severity() {
        return severity;
    }

    /** What is wrong, in a few words. */
    public String title() {
        return title;
    }

    /** Whether it says that something is nowhere in the stream, such as an access for which a dependency would be. */
    boolean restsOnAbsence() {
        return switch (this) {
            case WAR_WITH_ACCESS,
                    READ_TO_READ,
                    REDUNDANT,
                    ALREADY_AVAILABLE,
                    OVER_BROAD_STAGES,
                    OVER_BROAD_ACCESS,
                    GLOBAL_INSTEAD_OF_IMAGE,
                    LATE_WAIT_EARLY_STAGE,
                    EARLY_SIGNAL_LATE_STAGE,
                    PING_PONG_LAYOUT,
                    QFOT_UNNEEDED -> true;
            default -> false;
        };
    }

    /** Whether its findings follow from hazards alone, and say no more of one than what it comes from. */
    public boolean ofHazards() {
        return switch (this) {
            case HAZARD_RAW,
                    HAZARD_WAW,
                    HAZARD_WAR,
                    HAZARD_SUBPASS,
                    MISSING_AVAILABLE,
                    MISSING_VISIBLE,
                    TRANSITION_OVER_UNAVAILABLE,
                    FALSE_SHARING_ATOM,
                    HOST_READ_WITHOUT_DOMAIN_OP,
                    HOST_READ_WITHOUT_INVALIDATE,
                    HOST_WRITE_WITHOUT_FLUSH,
                    DONT_CARE_STORE_HAZARD -> true;
            default -> false;
        };
    }
}
