// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.profile;

import dev.sluice.config.bind.Located;
import dev.sluice.config.source.ListNode;
import dev.sluice.config.source.MapNode;
import dev.sluice.config.source.Node;
import dev.sluice.config.source.ScalarNode;
import dev.sluice.program.sync.CacheAction;
import dev.sluice.program.sync.Stages;
import dev.sluice.program.sync.WaitRule;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Turns one entry of {@code waits} into a rule: data where its words have a known form, else a note. */
final class WaitRules {
    private static final Pattern UNLESS = Pattern.compile("(wait:[A-Z_]+) already chosen");
    private static final Pattern SKIP = Pattern.compile(
            "(no image barrier and )?the destination stages are only ([A-Z0-9_]++(?: or [A-Z0-9_]++)*+)");

    private final ProfileFile.WaitEntry entry;
    private final Located where;

    WaitRules(ProfileFile.WaitEntry entry, Located where) {
        this.entry = entry;
        this.where = where;
    }

    WaitRule rule() {
        WaitRule rule = null;
        if (entry.when() == null && entry.rule() == null && entry.stageClass() == null) {
            rule = entry.skipWhen() == null ? emit() : skip(entry.skipWhen());
        }
        return rule == null ? new WaitRule.Note(words()) : rule;
    }

    private @Nullable WaitRule emit() {
        CacheAction unless = null;
        if (entry.unless() != null) {
            Matcher words = UNLESS.matcher(entry.unless());
            if (!words.matches()) {
                return null;
            }
            unless = BarrierProfileReader.checked(where.value(entry, "unless"), words.group(1), CacheAction::parse);
        }
        List<CacheAction> actions = BarrierProfileReader.actions(where.written(entry, "actions"));
        for (int i = 0; i < actions.size(); i++) {
            if (!actions.get(i).isWait()) {
                throw where.error(entry, "actions", i, "'" + actions.get(i) + "' is no wait");
            }
        }
        return new WaitRule.Emit(stages(), actions, unless);
    }

    private long stages() {
        long mask = 0;
        for (int i = 0; i < entry.srcStages().size(); i++) {
            Node node = where.item(entry, "src_stages", i);
            mask |= BarrierProfileReader.checked(node, entry.srcStages().get(i), Stages::parse)
                    .mask();
        }
        return mask;
    }

    private @Nullable WaitRule skip(String when) {
        Matcher words = SKIP.matcher(when);
        if (!words.matches()) {
            return null;
        }
        long only = 0;
        for (String name : List.of(words.group(2).split(" or ", -1))) {
            only |= BarrierProfileReader.checked(where.value(entry, "skip_when"), name, Stages::parse)
                    .mask();
        }
        return new WaitRule.Skip(words.group(1) != null, only);
    }

    /** The entry in one line, as it is written. */
    private String words() {
        List<String> parts = new ArrayList<>();
        if (where.node(entry) instanceof MapNode map) {
            for (MapNode.Entry key : map.entries()) {
                parts.add(key.key().equals("rule") ? text(key.value()) : key.key() + " " + text(key.value()));
            }
        }
        return String.join("; ", parts);
    }

    private static String text(Node node) {
        if (node instanceof ListNode list) {
            return String.join(", ", list.items().stream().map(WaitRules::text).toList());
        }
        return node instanceof ScalarNode scalar ? scalar.text() : node.describe();
    }
}
