// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.price;

import dev.sluice.config.ConfigException;
import dev.sluice.config.compact.BarrierSpec;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.ImageLayout;
import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.Accesses;
import dev.sluice.program.sync.QueueCapabilities;
import dev.sluice.program.sync.Stage;
import dev.sluice.program.sync.Stages;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A barrier with commands for both of its sides.
 *
 * @param spec the barrier
 * @param subject what both commands use
 * @param producer the command before it; null where its first half names no stage, or the image has no contents yet
 * @param consumer the command after it; null where its second half names no stage, or the image is presented
 */
record Pair(
        BarrierSpec spec,
        Subject subject,
        @Nullable Use producer,
        @Nullable Use consumer) {

    /** One half of the barrier: where its command may come from. */
    private record Half(long stages, long access, @Nullable ImageLayout layout, boolean first) {
        /** Whether no command is to be found: the half names no stage, or nobody can use the image then. */
        boolean absent() {
            return stages == 0 || (layout != null && usersOf(layout).isEmpty());
        }

        private static List<ImageLayout.User> usersOf(ImageLayout layout) {
            return layout.users().stream()
                    .filter(user -> user != ImageLayout.User.PRESENT)
                    .toList();
        }

        /** The first command that suits; null for none. */
        @Nullable
        Use use(Subject subject) {
            Use other = null;
            for (Use use : Use.values()) {
                if (!suits(use, subject)) {
                    continue;
                }
                if (use.writes() == first) {
                    return use;
                }
                other = other == null ? use : other;
            }
            return other;
        }

        private boolean suits(Use use, Subject subject) {
            return use.of.includes(subject)
                    && (use.stage.mask() & stages) != 0
                    && (access == 0 || (access & use.access.mask()) != 0)
                    && (layout == null || allows(layout, use));
        }

        private static boolean allows(ImageLayout layout, Use use) {
            boolean kept = use.user == ImageLayout.User.DEPTH && use.writes() && layout.readOnly(Aspect.DEPTH);
            return use.user != null && layout.users().contains(use.user) && !kept;
        }
    }

    /**
     * The commands for a barrier.
     *
     * @throws ConfigException for an access that no stage of its half makes, and where Sluice has no such command
     */
    static Pair of(BarrierSpec spec) {
        supported(spec, "first", spec.srcStages(), spec.srcAccess());
        supported(spec, "second", spec.dstStages(), spec.dstAccess());
        if (spec.newLayout() == ImageLayout.UNDEFINED || spec.newLayout() == ImageLayout.PREINITIALIZED) {
            throw error(spec, "no image can be transitioned to " + spec.newLayout());
        }
        Half src = half(spec.srcStages(), spec.srcAccess(), spec.oldLayout(), true);
        Half dst = half(spec.dstStages(), spec.dstAccess(), spec.newLayout(), false);
        List<Subject> subjects = spec.oldLayout() == null
                ? List.of(Subject.values())
                : List.of(Subject.COLOR_IMAGE, Subject.DEPTH_IMAGE);
        for (Subject subject : subjects) {
            Use producer = src.absent() ? null : src.use(subject);
            Use consumer = dst.absent() ? null : dst.use(subject);
            if ((producer != null || src.absent()) && (consumer != null || dst.absent())) {
                return new Pair(spec, subject, producer, consumer);
            }
        }
        throw noCommand(spec, src, dst, subjects);
    }

    private static Half half(long named, long access, @Nullable ImageLayout layout, boolean first) {
        long stages = Stages.accessScope(named, QueueCapabilities.UNIVERSAL);
        return new Half(stages, Accesses.expand(access, stages), layout, first);
    }

    private static void supported(BarrierSpec spec, String half, long stages, long access) {
        long scope = Stages.accessScope(stages, QueueCapabilities.UNIVERSAL);
        for (Access one : Accesses.list(access)) {
            if (!one.validWith(scope)) {
                throw error(
                        spec,
                        "no stage of its " + half + " half, " + Stages.text(stages) + ", makes " + one + "; "
                                + makers(one));
            }
        }
    }

    private static String makers(Access access) {
        List<String> names = new ArrayList<>();
        for (Stage stage : Stages.list(access.supportedStages())) {
            names.add(stage.name());
        }
        return String.join(", ", names) + (names.size() == 1 ? " makes it" : " make it");
    }

    private static ConfigException noCommand(BarrierSpec spec, Half src, Half dst, List<Subject> subjects) {
        for (Half half : List.of(src, dst)) {
            if (!half.absent() && subjects.stream().allMatch(subject -> half.use(subject) == null)) {
                return error(
                        spec,
                        "no command is known for its " + (half.first() ? "first" : "second") + " half: "
                                + Stages.text(half.stages())
                                + (half.access() == 0 ? "" : "/" + Accesses.text(half.access()))
                                + (half.layout() == null ? "" : " in " + half.layout()));
            }
        }
        return error(spec, "no buffer and no image can be used by both of its halves");
    }

    private static ConfigException error(BarrierSpec spec, String problem) {
        return new ConfigException(spec.text(), problem);
    }
}
