// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.profile;

import dev.sluice.config.bind.Capitals;
import dev.sluice.config.bind.Default;
import dev.sluice.config.bind.Doc;
import dev.sluice.config.bind.Key;
import dev.sluice.config.bind.Max;
import dev.sluice.config.bind.Min;
import dev.sluice.config.source.Node;
import dev.sluice.program.sync.ImageTrait;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A barrier profile as it is written; {@link BarrierProfileReader} turns it into the simulator's. */
@Doc("How a device turns Vulkan's memory dependencies into cache actions.")
public record ProfileFile(
        @Key("$schema") @Doc("Where an editor finds this schema; nothing else reads it.") @Nullable
        String editorSchema,

        @Doc("The shape's version: barriers/1.") @Default("barriers/1")
        String schema,

        @Doc("The profile's name.") String name,

        @Doc("What it models.") @Default("") String description,

        @Doc("Where its rows come from.") List<String> source,

        @Key("revision_notes") @Doc("How those sources changed.")
        List<String> revisionNotes,

        @Key("coherence_level") @Doc("The level at which accesses meet.") @Default("")
        String coherenceLevel,

        @Doc("The caches that the profile knows.") List<CacheEntry> caches,

        @Doc("What was assumed.") List<String> assumptions,

        @Key("row_status_values") @Doc("What the words of row_status mean.")
        Map<String, String> rowStatusValues,

        @Key("row_status") @Doc("Where each row comes from.") @Nullable
        RowStatus rowStatus,

        @Key("stage_sensitive") @Doc("Whether actions depend on stages beyond support for the access.") @Default("true")
        boolean stageSensitive,

        @Doc("First half of a dependency: access flag to stage group, stage or * to actions. The row NONE is for halves"
                + " without accesses.")
        Map<String, Map<String, List<String>>> src,

        @Doc(
                "Second half of a dependency: access flag to stage group, stage or * to actions. The row NONE is for halves"
                        + " without accesses.")
        Map<String, Map<String, List<String>>> dst,

        @Doc("Rules about execution waits.") List<WaitEntry> waits,

        @Doc("What happens at submissions, semaphores, fences and dispatches.") @Nullable
        Implicit implicit,

        @Doc("Cycles that barriers and events take beside the work of the caches; none without it.") @Nullable
        Costs costs,

        @Doc("What deferred actions mean, in words.") @Nullable
        Pending pending,

        @Key("emit_order") @Doc("The order in which the driver emits actions, where it differs.")
        List<String> emitOrder,

        @Key("layout_transitions") @Doc("What layout transitions do, in words.")
        Map<String, Node> layoutTransitions,

        @Doc("Anything else.") List<String> notes,

        @Doc("Rows that replace others when the variant is named.")
        List<Variant> variants) {

    /** A cache of the profile. */
    @Doc("A cache of the profile.")
    public record CacheEntry(
            @Doc("Its role.") String id,

            @Key("native") @Doc("The hardware's name for it.") @Default("")
            String nativeName,

            @Doc("How many there are.") @Default("") String per,
            @Doc("through, back or read-only.") @Default("") String write,

            @Doc("How dirty bytes are tracked.") @Default("")
            String dirty,

            @Doc("The level below: a role or VRAM.") @Default("")
            String next,

            @Doc("Anything else.") @Default("") String note) {}

    /** Where rows come from. */
    @Doc("Where rows come from.")
    public record RowStatus(
            @Doc("By access flag, first half.") Map<String, String> src,
            @Doc("By access flag, second half.") Map<String, String> dst) {}

    /** A rule about execution waits. */
    @Doc("A rule about execution waits.")
    public record WaitEntry(
            @Key("src_stages") @Doc("Source stages that choose the waits.")
            List<String> srcStages,

            @Doc("The waits.") List<String> actions,

            @Doc("A wait that makes these superfluous: 'wait:X already chosen'.") @Nullable
            String unless,

            @Key("skip_when") @Doc("When no wait is needed at all.") @Nullable
            String skipWhen,

            @Doc("A condition in words; such a rule is listed and not applied.") @Nullable
            String when,

            @Doc("A rule in words; listed and not applied.") @Nullable
            String rule,

            @Key("stage_class") @Doc("A class of stages that a rule in words speaks of.") @Nullable
            String stageClass,

            @Key("as_dst") @Doc("The class's stages on the destination side.")
            List<String> asDst,

            @Key("as_src") @Doc("The class's stages on the source side.")
            List<String> asSrc) {}

    /** What happens without a barrier. */
    @Doc("What happens without a barrier.")
    public record Implicit(
            @Doc("Where the lists come from.") @Default("") String status,

            @Key("submit_begin") @Doc("Start of a submission.") @Nullable
            SubmitBegin submitBegin,

            @Key("submit_end") @Doc("End of a submission.") List<String> submitEnd,

            @Key("semaphore_signal") @Doc("A semaphore is signalled.")
            List<String> semaphoreSignal,

            @Key("semaphore_wait") @Doc("A semaphore's wait is over.")
            List<String> semaphoreWait,

            @Key("fence_signal") @Doc("A fence is signalled.")
            List<String> fenceSignal,

            @Key("dispatch_begin") @Doc("A dispatch starts.")
            List<String> dispatchBegin,

            @Key("overwrite_begin")
            @Doc(
                    "A command begins to write past a cache that may hold older, available bytes dirty: flushes of the bytes"
                            + " that it overwrites.")
            List<String> overwriteBegin,

            @Key("fence_does_not") @Doc("What a fence leaves undone, in words.") @Nullable
            String fenceDoesNot,

            @Doc("Anything else.") @Nullable String note) {}

    /** Start of a submission. */
    @Doc("Start of a submission.")
    public record SubmitBegin(
            @Key("domain_host_to_device") @Doc("Brings host writes to the device.")
            List<String> domainHostToDevice,

            @Doc("Makes them visible.") List<String> visibility) {}

    /** Cycles of the core clock. */
    @Doc("Cycles of the core clock that barriers and events take beside the work of the caches.")
    public record Costs(
            @Doc("Where the numbers come from: measured and how, extracted and from what, or guess.")
            String status,

            @Doc("The front end is busy with a barrier, or a subpass dependency.")
            @Default("0")
            @Min(0)
            @Max(MOST_CYCLES)
            long command,

            @Doc("The same with commands of events.") @Nullable
            EventCosts event,

            @Doc("Action to cycles: added to each time that it is carried out.")
            Map<String, Long> actions,

            @Doc(
                    "Second half of a dependency: access flag to stage group, stage or * to cycles, once for each command.")
            Map<String, Map<String, Long>> dst) {
        /** Nothing takes longer: a second at a gigahertz. */
        static final long MOST_CYCLES = 1_000_000_000;
    }

    /** Cycles of the core clock. */
    @Doc("Cycles during which the front end is busy with commands of events.")
    public record EventCosts(
            @Doc("Its set.") @Default("0") @Min(0) @Max(Costs.MOST_CYCLES)
            long set,

            @Doc("Its reset.") @Default("0") @Min(0) @Max(Costs.MOST_CYCLES)
            long reset,

            @Key("wait")
            @Doc("The wait for it: for each event of the command.")
            @Default("0")
            @Min(0)
            @Max(Costs.MOST_CYCLES)
            long await) {}

    /** Words about deferred actions. */
    @Doc("Words about deferred actions.")
    public record Pending(
            @Doc("What the prefixes mean.") String rule,

            @Doc("What a command buffer starts and ends with.")
            String reset) {}

    /** Rows that replace others under a condition. */
    @Doc("Rows that replace others under a condition.")
    public record Variant(
            @Doc("The condition, in words.") String when,

            @Doc(
                    "What an image must have for the variant to hold for barriers that name it; absent for other variants.")
            @Capitals
            List<ImageTrait> images,

            @Doc("Rows of the first half; * adds to every row.")
            Map<String, Map<String, List<String>>> src,

            @Doc("Rows of the second half; * adds to every row.")
            Map<String, Map<String, List<String>>> dst,

            @Doc("Actions that vanish from every row.") List<String> drop,

            @Doc("Costs in the place of the profile's.") @Nullable
            Costs costs,

            @Doc("Anything else.") @Default("") String note) {}
}
