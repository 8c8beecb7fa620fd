// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.output;

import java.util.function.UnaryOperator;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.SerializableString;
import tools.jackson.core.util.JsonGeneratorDelegate;

/** A generator that changes each text, but no key, before it is written. */
final class TextFilter extends JsonGeneratorDelegate {
    private final UnaryOperator<String> texts;

    TextFilter(JsonGenerator out, UnaryOperator<String> texts) {
        // values made of others come back here, text by text
        super(out, false);
        this.texts = texts;
    }

    @Override
    public JsonGenerator writeString(String text) {
        return super.writeString(texts.apply(text));
    }

    @Override
    public JsonGenerator writeString(SerializableString text) {
        return writeString(text.getValue());
    }

    @Override
    public JsonGenerator writeString(char[] buffer, int offset, int length) {
        return writeString(new String(buffer, offset, length));
    }
}
