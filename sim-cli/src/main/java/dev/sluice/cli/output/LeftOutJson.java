// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.output;

import dev.sluice.config.calls.LeftOut;
import dev.sluice.config.calls.NotUnderstood;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What an import left out, as JSON: {@code reliable}, {@code doubts[]} and {@code notUnderstood[]}. */
public final class LeftOutJson {
    private LeftOutJson() {}

    /** Puts the keys into the root of a file. */
    public static void put(ObjectNode root, LeftOut leftOut) {
        root.put("reliable", leftOut.reliable());
        ArrayNode doubts = root.putArray("doubts");
        leftOut.doubts().forEach(doubts::add);
        ArrayNode calls = root.putArray("notUnderstood");
        for (NotUnderstood call : leftOut.notUnderstood()) {
            ObjectNode node = calls.addObject();
            node.put("call", call.call());
            node.put("count", call.count());
            node.put("change", call.change().key());
            node.put("reason", call.reason());
            node.put("captureIndex", call.captureIndex());
        }
    }

    /**
     * What {@code import --json} prints, with a line end.
     *
     * @param capture the capture as the user named it
     * @param written the stream file
     */
    public static String imported(
            String capture, String stream, String written, LeftOut leftOut, List<String> remarks) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("stream", stream);
        root.put("written", written);
        put(root, leftOut);
        ArrayNode notes = root.putArray("notes");
        remarks.forEach(notes::add);
        RelativePaths.shorten(root, capture);
        // the user's own word for another file than the stream
        root.put("written", written);
        return PrettyJson.text(root);
    }
}
