package dev.sluice.core.checker.lint;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A rule of the lint: what it is called, how much it matters, what it means and how to mend it.
 *
 * <p>Source: {@code reference/barriers/lint.json}, made from Vulkan 1.4.360 (chapters synchronization, common validity, memory)
 * and from the best-practices and synchronization layers of KhronosGroup/Vulkan-ValidationLayers 9fe6278b5291; a test compares
 * the two entry by entry.
 */
public enum LintRule {
    ACCESS_UNSUPPORTED_BY_STAGE(
            "access-unsupported-by-stage",
            Severity.ERROR,
            "access flag not supported by any stage in the mask",
            "for each flag f and its stage mask m: expand(m) and stages(f) do not meet",
            "the flag has no effect; the intended dependency is missing",
            "",
            "VUID-*-srcAccessMask-02815",
            "VUID-*-dstAccessMask-02816",
            "VUID-*-{accessMask}-03900 to 03928",
            "VUID-*-{accessMask}-07454"),
    HOST_ACCESS_WITHOUT_HOST_STAGE(
            "host-access-without-host-stage",
            Severity.ERROR,
            "HOST_READ or HOST_WRITE without the HOST stage (ALL_COMMANDS does not contain it)",
            "flag present, HOST not named",
            "no device-to-host domain operation",
            "",
            "VUID-*-{accessMask}-03916",
            "VUID-*-{accessMask}-03917"),
    STAGE_UNSUPPORTED_BY_QUEUE(
            "stage-unsupported-by-queue",
            Severity.ERROR,
            "stage not available on the queue family",
            "stage.queues and the queue flags do not meet",
            "",
            "",
            "VUID-vkCmdPipelineBarrier2-srcStageMask-09673",
            "VUID-vkCmdPipelineBarrier2-dstStageMask-09674",
            "VUID-vkCmdPipelineBarrier2-srcStageMask-09675",
            "VUID-vkCmdPipelineBarrier2-dstStageMask-09676"),
    LAYOUT_MISMATCH(
            "layout-mismatch",
            Severity.ERROR,
            "oldLayout is neither UNDEFINED nor the current layout",
            "track the layout per subresource and aspect",
            "contents undefined, metadata misread",
            "",
            "VUID-VkImageMemoryBarrier2-oldLayout-01197"),
    LAYOUT_BAD_NEW(
            "layout-bad-new",
            Severity.ERROR,
            "newLayout is UNDEFINED, PREINITIALIZED or ZERO_INITIALIZED",
            "layouts.json new_layout_never",
            "",
            "",
            "VUID-VkImageMemoryBarrier2-newLayout-01198"),
    LAYOUT_USE_MISMATCH(
            "layout-use-mismatch",
            Severity.ERROR,
            "access in a layout that does not allow it",
            "at use, compare with layouts.json accesses",
            "",
            ""),
    QFOT_UNMATCHED(
            "qfot-unmatched",
            Severity.ERROR,
            "release without acquire, acquire without release, or ranges, layouts or families that differ",
            "pair them per resource",
            "contents undefined on the other family",
            "",
            "VUID-vkCmdPipelineBarrier2-srcQueueFamilyIndex-10387"),
    QFOT_MISSING(
            "qfot-missing",
            Severity.ERROR,
            "EXCLUSIVE resource used on another family with no transfer",
            "owner family per resource differs from the using queue",
            "contents undefined for reads",
            ""),
    RENDERPASS_BARRIER(
            "renderpass-barrier",
            Severity.ERROR,
            "barrier inside a render pass: buffer barrier, layout change, family change, non-graphics stage, missing BY_REGION, or framebuffer-space source with other destination",
            "inside a pass",
            "",
            "",
            "VUID-vkCmdPipelineBarrier2-bufferMemoryBarrierCount-01178",
            "VUID-vkCmdPipelineBarrier2-oldLayout-01181",
            "VUID-vkCmdPipelineBarrier2-srcQueueFamilyIndex-01182",
            "VUID-vkCmdPipelineBarrier2-None-07890",
            "VUID-vkCmdPipelineBarrier2-dependencyFlags-07891",
            "VUID-vkCmdPipelineBarrier2-None-07892"),
    EVENT_MISMATCH(
            "event-mismatch",
            Severity.ERROR,
            "vkCmdWaitEvents2 dependency differs from its vkCmdSetEvent2, or HOST stage in vkCmdSetEvent2",
            "compare the structures",
            "",
            "",
            "VUID-vkCmdWaitEvents2-pEvents-10788",
            "VUID-vkCmdSetEvent2-srcStageMask-09391",
            "VUID-vkCmdSetEvent2-dstStageMask-09392"),
    EVENT_RESIGNAL(
            "event-resignal",
            Severity.WARNING,
            "set of an event that is already signaled",
            "track event state",
            "no dependency is generated",
            ""),
    FLUSH_RANGE_ALIGNMENT(
            "flush-range-alignment",
            Severity.ERROR,
            "mapped range not aligned to nonCoherentAtomSize",
            "offset, and size unless it ends the allocation",
            "",
            "",
            "VUID-VkMappedMemoryRange-offset-00687",
            "VUID-VkMappedMemoryRange-size-01390"),
    HAZARD_RAW(
            "hazard-raw",
            Severity.ERROR,
            "read after write with no memory dependency",
            "no chain whose first access scope has the write and second has the read",
            "stale data: run the simulator and show the stale byte",
            ""),
    HAZARD_WAW(
            "hazard-waw",
            Severity.ERROR,
            "write after write with no memory dependency",
            "as above for two writes; an execution dependency alone is not enough",
            "the older value may land last",
            ""),
    HAZARD_WAR(
            "hazard-war",
            Severity.ERROR,
            "write after read with no execution dependency",
            "no execution chain",
            "the read may see the newer value",
            ""),
    HAZARD_SUBPASS(
            "hazard-subpass",
            Severity.ERROR,
            "attachment read as input in the same pass with no self dependency",
            "feedback without barrier",
            "",
            "",
            "VUID-vkCmdPipelineBarrier2-None-07889"),
    MISSING_AVAILABLE(
            "missing-available",
            Severity.ERROR,
            "visibility without availability: the destination mask names the read but no earlier source mask named the write",
            "per byte: written, not available, read",
            "the flush never happened; invalidating alone loads old data",
            ""),
    MISSING_VISIBLE(
            "missing-visible",
            Severity.ERROR,
            "availability without visibility for this reader",
            "per byte and reader cache: available, not visible",
            "reader cache keeps the stale line",
            ""),
    TRANSITION_OVER_UNAVAILABLE(
            "transition-over-unavailable",
            Severity.ERROR,
            "layout transition over writes that are not available",
            "write state at transition time",
            "transition and write-back race; contents corrupt",
            ""),
    FALSE_SHARING_ATOM(
            "false-sharing-atom",
            Severity.ERROR,
            "host and device write the same nonCoherentAtomSize unit with no dependency",
            "per atom writers",
            "host write-back overwrites device bytes",
            ""),
    HOST_READ_WITHOUT_DOMAIN_OP(
            "host-read-without-domain-op",
            Severity.ERROR,
            "host read of device-written memory with a fence but no HOST_READ barrier",
            "available to device domain, not to host domain",
            "works on drivers that write L2 back at each submission, fails in the l2 model",
            ""),
    HOST_READ_WITHOUT_INVALIDATE(
            "host-read-without-invalidate",
            Severity.ERROR,
            "host read of non-coherent memory with no vkInvalidateMappedMemoryRanges after the fence",
            "host cache state",
            "stale CPU line",
            ""),
    HOST_WRITE_WITHOUT_FLUSH(
            "host-write-without-flush",
            Severity.ERROR,
            "submit after a host write to non-coherent memory with no vkFlushMappedMemoryRanges",
            "host dirty bytes at submit",
            "device reads old data",
            ""),
    DEPTH_ONE_TEST_STAGE(
            "depth-one-test-stage",
            Severity.WARNING,
            "depth/stencil dependency names only one of EARLY and LATE_FRAGMENT_TESTS",
            "DEPTH_STENCIL flag with a single test stage",
            "writes happen in either; store operations in LATE, load operations in EARLY",
            "name both"),
    BLEND_WRITE_ONLY(
            "blend-write-only",
            Severity.WARNING,
            "destination COLOR_ATTACHMENT_WRITE without READ while blending or LOAD_OP_LOAD is used",
            "pipeline state",
            "load and blend are reads",
            "add COLOR_ATTACHMENT_READ"),
    ATOMIC_WRITE_ONLY(
            "atomic-write-only",
            Severity.WARNING,
            "destination SHADER_STORAGE_WRITE without READ for atomics",
            "shader uses atomics on the resource",
            "atomics read",
            ""),
    UNDEFINED_DISCARDS(
            "undefined-discards",
            Severity.WARNING,
            "oldLayout UNDEFINED on an image whose contents are read later",
            "reads before a full overwrite",
            "contents may be discarded",
            ""),
    UNDEFINED_TO_READONLY(
            "undefined-to-readonly",
            Severity.WARNING,
            "UNDEFINED to a read-only layout",
            "layout pair",
            "nothing valid to read (BestPractices-ImageMemoryBarrier-TransitionUndefinedToReadOnly)",
            ""),
    ACCESS_LAYOUT_COMBINATION(
            "access-layout-combination",
            Severity.WARNING,
            "srcAccessMask not possible in oldLayout, or dstAccessMask in newLayout",
            "layouts.json accesses",
            "BestPractices-ImageBarrierAccessLayout",
            ""),
    SRC_READ_ONLY(
            "src-read-only",
            Severity.PERF,
            "source mask has only reads",
            "no write flag after expansion",
            "availability of reads is meaningless; no flush results",
            "leave the source access mask 0; keep the stages for write-after-read"),
    WAR_WITH_ACCESS(
            "war-with-access",
            Severity.PERF,
            "write after read with access masks",
            "hazard is WAR only and the masks are not 0",
            "an execution dependency is enough; masks cost flushes and invalidates",
            "set both access masks 0 (unless the layout changes)"),
    READ_TO_READ(
            "read-to-read",
            Severity.PERF,
            "read to read barrier without layout change",
            "prior access reads only, later access reads already visible",
            "no hazard",
            "remove, or make the first barrier name both readers"),
    REDUNDANT(
            "redundant",
            Severity.PERF,
            "nothing is dirty in the source scope and nothing stale in the destination scope",
            "simulator: the actions moved no line and dropped no stale line",
            "pure cost",
            "remove"),
    ALREADY_AVAILABLE(
            "already-available",
            Severity.PERF,
            "source scope already available through an earlier barrier",
            "availability state",
            "split barriers: second flush does nothing",
            ""),
    OVER_BROAD_STAGES(
            "over-broad-stages",
            Severity.PERF,
            "ALL_COMMANDS or ALL_GRAPHICS where the accesses in the command stream use fewer stages",
            "minimal stages actually used between the two barriers",
            "stalls unrelated work; pulls in stages that wait for the back end",
            "name the used stages"),
    OVER_BROAD_ACCESS(
            "over-broad-access",
            Severity.PERF,
            "MEMORY_READ or MEMORY_WRITE, or flags whose access never occurs",
            "minimal access flags actually used",
            "every cache is flushed or invalidated",
            "name the used accesses"),
    ALL_TO_ALL(
            "all-to-all",
            Severity.PERF,
            "ALL_COMMANDS to ALL_COMMANDS with MEMORY_WRITE to MEMORY_READ|MEMORY_WRITE",
            "literal match",
            "full drain and full cache flush",
            ""),
    GLOBAL_INSTEAD_OF_IMAGE(
            "global-instead-of-image",
            Severity.PERF,
            "global or buffer barrier where an image barrier would do",
            "only image data is in flight",
            "the driver cannot know the image is coherent: on the RADV profiles this adds flush and invalidate of L2",
            "use an image barrier"),
    IMAGE_BARRIER_NO_TRANSITION(
            "image-barrier-no-transition",
            Severity.INFO,
            "image barrier with equal layouts on a device where image and global barriers act the same",
            "compare the action lists of both forms",
            "can be merged into one memory barrier",
            ""),
    UNBATCHED(
            "unbatched",
            Severity.PERF,
            "several barrier commands with no work between",
            "adjacent in the stream",
            "merge into one command",
            ""),
    LATE_WAIT_EARLY_STAGE(
            "late-wait-early-stage",
            Severity.PERF,
            "destination stage earlier than the first use",
            "first consumer stage is later than the named one",
            "a wait at VERTEX_SHADER where only FRAGMENT_SHADER reads serialises geometry",
            ""),
    EARLY_SIGNAL_LATE_STAGE(
            "early-signal-late-stage",
            Severity.PERF,
            "source stage later than the last write",
            "last producer stage is earlier than the named one",
            "waits for work that does not matter",
            ""),
    LEGACY_TOP_BOTTOM(
            "legacy-top-bottom",
            Severity.INFO,
            "TOP_OF_PIPE or BOTTOM_OF_PIPE used",
            "literal",
            "legacy; with a non-zero access mask it is an error: they carry no access",
            "use NONE or ALL_COMMANDS"),
    SUBMIT_HOST_BARRIER(
            "submit-host-barrier",
            Severity.PERF,
            "HOST_WRITE barrier for writes made before the submit",
            "host write precedes the submit",
            "the submission already made them visible",
            "remove"),
    DONT_CARE_STORE_HAZARD(
            "dont-care-store-hazard",
            Severity.WARNING,
            "DONT_CARE load or store treated as no access",
            "hazard whose only side is a DONT_CARE operation",
            "it is a write",
            ""),
    GENERAL_KILLS_COMPRESSION(
            "general-kills-compression",
            Severity.PERF,
            "GENERAL layout (or STORAGE usage) where an optimal layout would keep compression",
            "layout profile",
            "decompress at each change, more traffic",
            ""),
    PING_PONG_LAYOUT(
            "ping-pong-layout",
            Severity.PERF,
            "A to B to A transitions with no use in B",
            "layout history",
            "two metadata operations for nothing",
            ""),
    QFOT_UNNEEDED(
            "qfot-unneeded",
            Severity.PERF,
            "ownership transfer where contents are not kept, or not required (maintenance9)",
            "next use overwrites all",
            "skip the transfer and start from UNDEFINED",
            ""),
    PASS_SPLIT(
            "pass-split",
            Severity.PERF,
            "barrier that forces a tiler to leave the pass (not by region, or a non-framebuffer stage)",
            "inside a pass",
            "tile memory is stored and loaded again",
            ""),
    BARRIER_COUNT(
            "barrier-count",
            Severity.INFO,
            "many barriers per frame",
            "count per submit",
            "report cost share: cycles stalled and bytes flushed per barrier",
            "");

    private final String id;
    private final Severity severity;
    private final String title;
    private final String condition;
    private final String why;
    private final String fix;
    /** One a line. */
    private final String vuids;

    LintRule(String id, Severity severity, String title, String condition, String why, String fix, String... vuids) {
        this.id = id;
        this.severity = severity;
        this.title = title;
        this.condition = condition;
        this.why = why;
        this.fix = fix;
        this.vuids = String.join("\n", vuids);
    }

    /** The rule with an identifier. */
    public static Optional<LintRule> of(String id) {
        return Stream.of(values()).filter(rule -> rule.id.equals(id)).findFirst();
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

    /** The condition in terms of the stream's and the machine's state. */
    public String condition() {
        return condition;
    }

    /** What it leads to; empty where the title says it all. */
    public String why() {
        return why;
    }

    /** What to do about it in general; empty where it depends. */
    public String fix() {
        return fix;
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

    /** The valid-usage identifiers of the Vulkan specification that say the same, if any. */
    public List<String> vuids() {
        return vuids.lines().toList();
    }
}
