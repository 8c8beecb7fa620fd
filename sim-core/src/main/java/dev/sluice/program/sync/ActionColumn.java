// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.sync;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A column of a profile's table: the stages for which a cell stands.
 *
 * @param key {@code *}, a stage group or a single stage
 * @param kind which of these
 * @param stages the column's stages, expanded; of a pseudo stage itself
 */
public record ActionColumn(String key, Kind kind, long stages) {
    private static final List<Stage> PSEUDO = List.of(Stage.TOP_OF_PIPE, Stage.BOTTOM_OF_PIPE);

    /** What a column's key is. */
    public enum Kind {
        /** {@code *}: every stage. */
        EVERY,
        /** A stage group. */
        GROUP,
        /** A single stage. */
        STAGE
    }

    /**
     * A column of a row of any accesses, by its key.
     *
     * @throws IllegalArgumentException when the key is no column, naming the nearest
     */
    public static ActionColumn of(String key) {
        if (PSEUDO.stream().anyMatch(stage -> stage.name().equals(key))) {
            throw new IllegalArgumentException(
                    key + " makes no accesses: only the row " + BarrierRows.EXECUTION + " has cells for it");
        }
        return among(key, Stages.list(Stages.EVERY_EXPANDED));
    }

    /**
     * A column of the row of an access, by its key.
     *
     * @throws IllegalArgumentException when the key is no column, naming the nearest, or one of stages that never make the
     *     access: its cell would never apply as meant
     */
    public static ActionColumn of(String key, Access access) {
        ActionColumn column = of(key);
        if ((column.stages & access.supportedStages()) == 0) {
            throw new IllegalArgumentException(key + " never makes " + access + "; what does: "
                    + String.join(", ", makers(access.supportedStages())));
        }
        return column;
    }

    /** The shortest list of columns for some stages: groups that meet them, then single stages that no group has. */
    private static List<String> makers(long stages) {
        List<String> makers = new ArrayList<>();
        long rest = stages;
        for (StageGroup group : StageGroup.values()) {
            if ((group.stages() & stages) != 0) {
                makers.add(group.name());
                rest &= ~group.stages();
            }
        }
        Stages.list(rest).forEach(stage -> makers.add(stage.name()));
        return makers;
    }

    /**
     * A column of the row for halves without accesses, which has the pseudo stages as well.
     *
     * @throws IllegalArgumentException when the key is no column, naming the nearest
     */
    public static ActionColumn ofExecution(String key) {
        List<Stage> stages = new ArrayList<>(PSEUDO);
        stages.addAll(Stages.list(Stages.EVERY_EXPANDED));
        return among(key, stages);
    }

    private static ActionColumn among(String key, List<Stage> single) {
        if (key.equals("*")) {
            return new ActionColumn(key, Kind.EVERY, Stages.EVERY_EXPANDED);
        }
        Optional<StageGroup> group = StageGroup.named(key);
        if (group.isPresent()) {
            return new ActionColumn(key, Kind.GROUP, group.get().stages());
        }
        for (Stage stage : single) {
            if (stage.name().equals(key)) {
                return new ActionColumn(key, Kind.STAGE, stage.mask());
            }
        }
        List<String> columns = new ArrayList<>(StageGroup.names());
        single.forEach(stage -> columns.add(stage.name()));
        throw new IllegalArgumentException(
                "'" + key + "' is no stage group and no single stage" + NearestName.suggestion(key, columns));
    }

    /** The pseudo stages of a named mask. */
    static long pseudo(long named) {
        return named & Stages.of(Stage.TOP_OF_PIPE, Stage.BOTTOM_OF_PIPE);
    }

    /**
     * Whether the column applies to a half of a dependency.
     *
     * @param scope the stages of the half
     * @param supportedStages the stages that make the access of the row
     */
    boolean applies(long scope, long supportedStages) {
        return switch (kind) {
            case EVERY -> true;
            case GROUP -> (stages & scope & supportedStages) != 0;
            case STAGE -> (stages & scope) != 0;
        };
    }
}
