package dev.sluice.config.rewrite;

import dev.sluice.config.source.MapNode;

/**
 * A command as it is written.
 *
 * @param site the place that reports give for it
 * @param node its mapping
 * @param start the index of its first character: of its dash, or of its brace
 * @param end the index after its last character, the line break of a block item apart
 * @param editable whether it may be changed: not where an alias stands for it, or its braces are left out
 */
record WrittenItem(String site, MapNode node, int start, int end, boolean editable) {

    /** The same command, not to be changed. */
    WrittenItem unchangeable() {
        return new WrittenItem(site, node, start, end, false);
    }

    /** The key that says which command it is; {@code label} alone is a command, too. */
    MapNode.Entry command() {
        MapNode.Entry command = null;
        for (MapNode.Entry entry : node.entries()) {
            boolean beside = entry.key().equals("label")
                    || entry.key().equals("source")
                    || entry.key().equals("approximate");
            if (!beside || command == null) {
                command = entry;
            }
        }
        if (command == null) {
            throw new IllegalStateException("a command without a key");
        }
        return command;
    }
}
