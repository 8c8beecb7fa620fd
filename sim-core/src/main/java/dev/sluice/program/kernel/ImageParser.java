// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parses what accesses images have beyond those of buffers: coordinates, and samples. */
final class ImageParser {
    private static final Expression ZERO = new Expression.Constant(0);

    private final TokenStream tokens;
    private final Names names;
    private final ExpressionParser expressions;
    private final QualifierParser words;
    private final List<BindingKind> kinds;
    private final Traits traits;

    ImageParser(
            TokenStream tokens,
            Names names,
            ExpressionParser expressions,
            QualifierParser words,
            List<BindingKind> kinds,
            Traits traits) {
        this.tokens = tokens;
        this.names = names;
        this.expressions = expressions;
        this.words = words;
        this.kinds = kinds;
        this.traits = traits;
    }

    /**
     * {@code [index]}, or of an image {@code [x, y]}, {@code [x, y, layer]}, {@code [x, y, layer, level]}: an element's index.
     *
     * @param shift binary logarithm of the bytes of an element
     */
    Expression index(int binding, int shift) {
        traits.accesses(binding, 1 << shift);
        tokens.expect("[", "and an index after the binding");
        Expression first = expressions.expression();
        Token after = tokens.peek();
        if (!after.is(",")) {
            tokens.expect("]", "to close the index");
            return first;
        }
        if (!kinds.get(binding).image()) {
            throw after.at().error("a buffer takes one element index");
        }
        tokens.next();
        Expression y = expressions.expression();
        Expression layer = tokens.take(",") ? expressions.expression() : ZERO;
        Expression level = tokens.take(",") ? expressions.expression() : ZERO;
        if (tokens.peek().is(",")) {
            throw tokens.peek().at().error("an image takes one linear element index, or x, y, layer and level");
        }
        tokens.expect("]", "to close the index");
        Expression place = Expression.call(Opcode.PLACE, layer, level, new Expression.Constant(shift));
        return Expression.call(Opcode.TEXEL, shape(binding), Expression.call(Opcode.PIXEL, first, y), place);
    }

    private Expression shape(int binding) {
        return new Expression.Parameter(names.imageParameter(binding, ImageParameter.SHAPE));
    }

    /** What follows {@code v = sample}; the target is yet to be given. */
    Statement.Sample sample(SourcePosition at) {
        tokens.expect(".", "and nearest, bilinear or trilinear after sample");
        Token how = tokens.word("nearest, bilinear or trilinear after sample");
        Sampling sampling = Sampling.NAMED.get(how.text());
        if (sampling == null) {
            throw how.at()
                    .error("unknown kind of sample '" + how.text() + "'"
                            + Names.instead(how.text(), Sampling.NAMED.keySet()));
        }
        Token typeToken = tokens.peekNext();
        ElementType type = words.type("sample." + how.text());
        if (type == ElementType.I32) {
            throw typeToken.at().error("samples are of u8, u16 (one channel), u32, u64 (four channels) or f32");
        }
        int binding = sampled(tokens.word("the name of an image"), sampling);
        tokens.expect("[", "and the coordinates after the image");
        Expression u = expressions.expression();
        tokens.expect(",", "and the second coordinate; sample takes u, v or u, v, lod");
        Expression v = expressions.expression();
        @Nullable Expression lod = tokens.take(",") ? expressions.expression() : null;
        if (lod == null && sampling == Sampling.TRILINEAR) {
            throw tokens.peek().at().error("sample.trilinear takes u, v, lod");
        }
        tokens.expect("]", "to close the coordinates");
        Qualifiers qualifiers = words.qualifiers(true, false);
        traits.samples(binding, type);
        return new Statement.Sample(at, -1, binding, type, sampling, u, v, lod, qualifiers);
    }

    private int sampled(Token name, Sampling sampling) {
        int binding = names.binding(name.text());
        if (binding < 0) {
            throw name.at()
                    .error("unknown binding '" + name.text() + "'" + Names.instead(name.text(), names.bindings()));
        }
        BindingKind kind = kinds.get(binding);
        if (kind == BindingKind.INPUT_ATTACHMENT && sampling != Sampling.NEAREST) {
            throw name.at().error("an inputAttachment is not filtered; use sample.nearest or load");
        }
        if (kind != BindingKind.SAMPLED && kind != BindingKind.INPUT_ATTACHMENT) {
            throw name.at()
                    .error("binding '" + name.text() + "' is " + kind.text()
                            + " and cannot be sampled; samples need the kind sampled");
        }
        return binding;
    }

    /** {@code out.NAME = value} after the word {@code out}. */
    Statement export(Token statement) {
        tokens.next();
        Token word = tokens.word("an output after 'out.'");
        int output = output(word);
        tokens.expect("=", "and a value");
        Expression low = expressions.expression();
        Expression high = ZERO;
        Token comma = tokens.peek();
        if (tokens.take(",")) {
            if (output == Traits.DEPTH) {
                throw comma.at().error("out.depth takes one value, the bits of an f32");
            }
            high = expressions.expression();
        }
        traits.writes(output);
        return new Statement.Export(statement.at(), output, low, high);
    }

    private static int output(Token word) {
        String text = word.text();
        if ("depth".equals(text)) {
            return Traits.DEPTH;
        }
        for (int c = 0; c < Traits.COLORS; c++) {
            if (text.equals("color" + c)) {
                return c;
            }
        }
        throw word.at().error("unknown output '" + text + "'; known are: color0 to color7, depth");
    }
}
