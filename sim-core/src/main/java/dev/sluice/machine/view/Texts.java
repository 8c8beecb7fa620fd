// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.view;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The texts that rows name by number, in the order of their first use. */
public final class Texts {

    private final List<String> texts = new ArrayList<>();
    private final Map<String, Integer> ids = new HashMap<>();

    /** Texts, of which number 0 is the empty one. */
    public Texts() {
        id("");
    }

    /** The number of a text. */
    public int id(String text) {
        Integer id = ids.get(text);
        if (id == null) {
            id = texts.size();
            ids.put(text, id);
            texts.add(text);
        }
        return id;
    }

    /** The text of a number. */
    public String get(int id) {
        return texts.get(id);
    }

    /** All of them; grows while the machine runs. */
    public List<String> all() {
        return Collections.unmodifiableList(texts);
    }
}
