// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.profile;

import dev.sluice.config.bind.Binder;
import dev.sluice.config.bind.BoundRecord;
import dev.sluice.config.bind.Located;
import dev.sluice.config.bind.Nearest;
import dev.sluice.config.source.FileKind;
import dev.sluice.config.source.ListNode;
import dev.sluice.config.source.MapNode;
import dev.sluice.config.source.Node;
import dev.sluice.config.source.ScalarNode;
import dev.sluice.config.source.SourceReader;
import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.Accesses;
import dev.sluice.program.sync.ActionColumn;
import dev.sluice.program.sync.ActionRow;
import dev.sluice.program.sync.BarrierProfile;
import dev.sluice.program.sync.BarrierRows;
import dev.sluice.program.sync.CacheAction;
import dev.sluice.program.sync.CacheRole;
import dev.sluice.program.sync.ImplicitActions;
import dev.sluice.program.sync.ImplicitPoint;
import dev.sluice.program.sync.ProfileCache;
import dev.sluice.program.sync.ProfileVariant;
import dev.sluice.program.sync.WaitRule;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads barrier profiles, the shape {@code barriers/1} of {@code docs/barrier-profiles.md}, from JSON or YAML. */
public final class BarrierProfileReader {
    private static final String SCHEMA = "barriers/1";
    /** Collections that may be empty, but are never forgotten on purpose. */
    private static final List<String> REQUIRED = List.of("caches", "src", "dst");

    private final ProfileFile file;
    private final Located where;

    private BarrierProfileReader(BoundRecord<ProfileFile> bound) {
        this.file = bound.value();
        this.where = bound.where();
    }

    /**
     * Reads the profile at {@code path}.
     *
     * @throws dev.sluice.config.ConfigException for a file that cannot be read or does not fit, naming line and column
     */
    public static BarrierProfile read(Path path) {
        return read(SourceReader.readMap(path));
    }

    /**
     * Reads {@code bytes} as the file {@code name}.
     *
     * @throws dev.sluice.config.ConfigException for bytes that do not fit, naming line and column
     */
    public static BarrierProfile read(String name, byte[] bytes) {
        return read(SourceReader.readMap(name, bytes));
    }

    private static BarrierProfile read(MapNode root) {
        FileKind.PROFILE.require(root);
        BoundRecord<ProfileFile> bound = Binder.bind(root, ProfileFile.class);
        for (String key : REQUIRED) {
            if (root.get(key) == null) {
                throw root.error("missing key '" + key + "'");
            }
        }
        return new BarrierProfileReader(bound).profile();
    }

    private BarrierProfile profile() {
        if (!file.schema().equals(SCHEMA)) {
            throw where.error(file, "schema", "schema: expected " + SCHEMA + ", got '" + file.schema() + "'");
        }
        if (file.name().isBlank()) {
            throw where.error(file, "name", "name: is empty");
        }
        List<ProfileVariant> variants = new ArrayList<>();
        file.variants().forEach(variant -> variants.add(variant(variant)));
        try {
            BarrierProfile profile = new BarrierProfile(
                    file.name(),
                    file.description(),
                    caches(),
                    sources(where.written(file, "src")),
                    rows(where.written(file, "dst")),
                    waits(),
                    implicit(),
                    file.pending() != null,
                    CostTable.of(file.costs(), where),
                    variants);
            checkCosts(profile);
            checkDropped(profile);
            return profile;
        } catch (IllegalArgumentException e) {
            throw where.error(file, "variants", String.valueOf(e.getMessage()));
        }
    }

    /** Refuses costs of what neither the profile nor a variant of it ever does. */
    private void checkCosts(BarrierProfile profile) {
        Set<String> done = new TreeSet<>();
        profile.actions().forEach(action -> done.add(action.immediate().toString()));
        for (ProfileVariant variant : profile.variants()) {
            if (variant.hasRows()) {
                profile.withVariant(variant.name())
                        .actions()
                        .forEach(action -> done.add(action.immediate().toString()));
            }
        }
        CostTable.checkActions(file.costs(), where, done);
        file.variants().forEach(variant -> CostTable.checkActions(variant.costs(), where, done));
    }

    /** Refuses to drop what no row of the profile does. */
    private void checkDropped(BarrierProfile profile) {
        Set<String> done = new TreeSet<>();
        profile.rowActions().forEach(action -> done.add(action.toString()));
        for (ProfileFile.Variant variant : file.variants()) {
            if (where.written(variant, "drop") instanceof ListNode list) {
                for (Node item : list.items()) {
                    String dropped = actionAt(item).toString();
                    if (!done.contains(dropped)) {
                        throw item.error("no row of this profile does " + dropped + Nearest.hint(dropped, done));
                    }
                }
            }
        }
    }

    private List<ProfileCache> caches() {
        List<ProfileCache> caches = new ArrayList<>();
        for (ProfileFile.CacheEntry entry : file.caches()) {
            Node id = where.value(entry, "id");
            if (!List.of("", "through", "back", "read-only").contains(entry.write())) {
                throw where.error(
                        entry, "write", "write: expected through, back or read-only, got '" + entry.write() + "'");
            }
            CacheRole role = checked(id, entry.id(), CacheRole::parse);
            if (caches.stream().anyMatch(cache -> cache.role().equals(role))) {
                throw id.error("id: cache " + entry.id() + " is listed twice");
            }
            caches.add(new ProfileCache(role, entry.write()));
        }
        new ProfileLevels(file.caches(), where).check();
        return caches;
    }

    private ProfileVariant variant(ProfileFile.Variant variant) {
        ProfileVariant made = new ProfileVariant(
                variant.when(),
                Set.copyOf(variant.images()),
                sources(where.written(variant, "src")),
                rows(where.written(variant, "dst")),
                actions(variant, "drop"),
                CostTable.of(variant.costs(), where));
        if (made.hasRows() && made.name().isEmpty()) {
            throw where.error(
                    variant,
                    "when",
                    "when: a variant is called by the first words, up to a ':', ';', ',' or '(', and here are none");
        }
        return made;
    }

    /** The rows of the first half, from which reads are dropped: a row of one would never be looked at. */
    private static BarrierRows sources(@Nullable Node node) {
        BarrierRows rows = rows(node);
        if (node instanceof MapNode map) {
            for (MapNode.Entry entry : map.entries()) {
                boolean access = !entry.key().equals(BarrierRows.EXECUTION)
                        && !entry.key().equals(BarrierRows.EVERY);
                if (access && Accesses.parse(entry.key()).isRead()) {
                    throw entry.keyPosition()
                            .error("a first half makes writes available, and " + entry.key()
                                    + " is a read: its row belongs under dst");
                }
            }
        }
        return rows;
    }

    private static BarrierRows rows(@Nullable Node node) {
        if (!(node instanceof MapNode map) || map.entries().isEmpty()) {
            return BarrierRows.EMPTY;
        }
        Map<Access, ActionRow> rows = new LinkedHashMap<>();
        ActionRow every = null;
        ActionRow execution = null;
        for (MapNode.Entry entry : map.entries()) {
            Function<String, ActionColumn> columns = columns(entry);
            ActionRow row = row((MapNode) entry.value(), columns);
            if (entry.key().equals(BarrierRows.EXECUTION)) {
                execution = row;
                continue;
            }
            if (entry.key().equals(BarrierRows.EVERY)) {
                every = row;
                continue;
            }
            if (rows.put(Accesses.parse(entry.key()), row) != null) {
                throw entry.keyPosition().error("a second row for " + Accesses.parse(entry.key()));
            }
        }
        return new BarrierRows(rows, every, execution);
    }

    private static ActionRow row(MapNode map, Function<String, ActionColumn> columns) {
        List<ActionRow.Cell> cells = new ArrayList<>();
        for (MapNode.Entry entry : map.entries()) {
            List<CacheAction> actions = actions(entry.value());
            cells.add(new ActionRow.Cell(checkedKey(entry, columns), actions));
        }
        return new ActionRow(cells);
    }

    /** What makes columns of the keys of a row's cells: the row's own key says which there may be. */
    static Function<String, ActionColumn> columns(MapNode.Entry row) {
        return switch (row.key()) {
            case BarrierRows.EXECUTION -> ActionColumn::ofExecution;
            case BarrierRows.EVERY -> ActionColumn::of;
            default -> {
                Access access = checkedKey(row, Accesses::parse);
                yield key -> ActionColumn.of(key, access);
            }
        };
    }

    private List<WaitRule> waits() {
        List<WaitRule> rules = new ArrayList<>();
        for (ProfileFile.WaitEntry entry : file.waits()) {
            rules.add(new WaitRules(entry, where).rule());
        }
        return rules;
    }

    private ImplicitActions implicit() {
        ProfileFile.Implicit implicit = file.implicit();
        if (implicit == null) {
            return ImplicitActions.UNKNOWN;
        }
        Map<ImplicitPoint, List<CacheAction>> lists = new EnumMap<>(ImplicitPoint.class);
        ProfileFile.SubmitBegin begin = implicit.submitBegin();
        if (begin != null) {
            List<CacheAction> both = new ArrayList<>(actions(begin, "domain_host_to_device"));
            both.addAll(actions(begin, "visibility"));
            lists.put(ImplicitPoint.SUBMIT_BEGIN, both);
        }
        putIfWritten(lists, ImplicitPoint.SUBMIT_END, implicit, "submit_end");
        putIfWritten(lists, ImplicitPoint.SEMAPHORE_SIGNAL, implicit, "semaphore_signal");
        putIfWritten(lists, ImplicitPoint.SEMAPHORE_WAIT, implicit, "semaphore_wait");
        putIfWritten(lists, ImplicitPoint.FENCE_SIGNAL, implicit, "fence_signal");
        putIfWritten(lists, ImplicitPoint.DISPATCH_BEGIN, implicit, "dispatch_begin");
        putIfWritten(lists, ImplicitPoint.OVERWRITE_BEGIN, implicit, "overwrite_begin");
        flushesOnly(implicit, "overwrite_begin");
        return new ImplicitActions(implicit.status(), lists);
    }

    /** An empty list says that nothing happens; an absent one says nothing. */
    private void putIfWritten(
            Map<ImplicitPoint, List<CacheAction>> lists, ImplicitPoint point, Object bound, String key) {
        if (where.written(bound, key) != null) {
            lists.put(point, actions(bound, key));
        }
    }

    private void flushesOnly(Object bound, String key) {
        if (where.written(bound, key) instanceof ListNode list) {
            for (Node item : list.items()) {
                CacheAction action = actionAt(item);
                if (action.verb() != CacheAction.Verb.FLUSH || action.prefix() != CacheAction.Prefix.NONE) {
                    throw item.error(key + " takes flushes without a prefix, such as flush:L2, not " + action);
                }
            }
        }
    }

    /** The actions of the list under {@code key}; none where the key is absent. */
    private List<CacheAction> actions(Object bound, String key) {
        return actions(where.written(bound, key));
    }

    static List<CacheAction> actions(@Nullable Node node) {
        if (!(node instanceof ListNode list)) {
            return List.of();
        }
        List<CacheAction> actions = new ArrayList<>();
        for (Node item : list.items()) {
            actions.add(actionAt(item));
        }
        return actions;
    }

    private static CacheAction actionAt(Node item) {
        return checked(item, ((ScalarNode) item).text(), CacheAction::parse);
    }

    /** What {@code parse} makes of a text, its complaint put at the text's place. */
    static <T> T checked(Node node, String text, Function<String, T> parse) {
        try {
            return parse.apply(text);
        } catch (IllegalArgumentException e) {
            throw node.error(String.valueOf(e.getMessage()));
        }
    }

    static <T> T checkedKey(MapNode.Entry entry, Function<String, T> parse) {
        try {
            return parse.apply(entry.key());
        } catch (IllegalArgumentException e) {
            throw entry.keyPosition().error(String.valueOf(e.getMessage()));
        }
    }
}
