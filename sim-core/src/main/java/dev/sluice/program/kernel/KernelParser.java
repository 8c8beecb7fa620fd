// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parses kernel text into statements whose names are resolved and whose accesses are allowed. */
final class KernelParser {
    private static final Expression ZERO = new Expression.Constant(0);
    private static final Expression ONE = new Expression.Constant(1);

    private final KernelSource source;
    private final TokenStream tokens;
    private final Names names;
    private final ExpressionParser expressions;
    private final QualifierParser words;
    private final ImageParser images;
    private final List<BindingKind> kinds;
    private final Traits traits;
    private final List<Integer> openLoops = new ArrayList<>();
    private int loops;
    private int nesting;

    KernelParser(KernelSource source) {
        this.source = source;
        names = new Names(source);
        tokens = new TokenStream(Lexer.tokens(source.code()));
        kinds = List.copyOf(source.bindings().values());
        traits = new Traits(kinds.size());
        expressions = new ExpressionParser(tokens, names, kinds, traits);
        words = new QualifierParser(tokens);
        images = new ImageParser(tokens, names, expressions, words, kinds, traits);
    }

    Names names() {
        return names;
    }

    /** What the kernel uses, after {@link #parse()}. */
    Traits traits() {
        return traits;
    }

    /** Number of loops, after {@link #parse()}. */
    int loops() {
        return loops;
    }

    List<Statement> parse() {
        List<Statement> statements = statements();
        Token token = tokens.peek();
        if (token.is("}")) {
            throw token.at().error("'}' closes nothing; remove it or open a block with '{'");
        }
        Token computeOnly = traits.computeOnly();
        if (traits.fragment() && computeOnly != null) {
            throw computeOnly
                    .at()
                    .error("'" + computeOnly.text() + "' is a built-in of compute kernels only;"
                            + " a kernel that uses x, y or out is a fragment kernel");
        }
        return statements;
    }

    private List<Statement> statements() {
        SampleSchedule result = new SampleSchedule(names);
        tokens.skipLineEnds();
        while (!tokens.peek().is("}") && tokens.peek().kind() != Token.Kind.END) {
            result.add(statement());
            endOfStatement();
            tokens.skipLineEnds();
        }
        return result.statements();
    }

    private void endOfStatement() {
        if (!tokens.atStatementEnd()) {
            Token token = tokens.peek();
            throw token.at()
                    .error("unexpected " + token.shown() + " after the statement; "
                            + (QualifierParser.isQualifier(token.text())
                                    ? "qualifiers stand after '@'"
                                    : "write one statement a line")
                            + (token.is("=") ? ", and compare with '=='" : ""));
        }
    }

    private List<Statement> block(String of) {
        if (tokens.peek().is("=")) {
            throw tokens.peek()
                    .at()
                    .error("expected '{' to open the block of '" + of + "', found '='; compare with '=='");
        }
        Token open = tokens.expect("{", "to open the block of '" + of + "'");
        if (++nesting > ExpressionParser.MAX_NESTING) {
            throw open.at().error("blocks are nested deeper than " + ExpressionParser.MAX_NESTING + " levels");
        }
        List<Statement> body = statements();
        if (tokens.peek().kind() == Token.Kind.END) {
            throw open.at().error("this '{' is never closed; add a '}'");
        }
        tokens.next();
        nesting--;
        return body;
    }

    private Statement statement() {
        if (tokens.peek().is("/")
                && (tokens.peekNext().is("/") || tokens.peekNext().is("*"))) {
            throw tokens.peek().at().error("a comment begins with '#', and ends with its line");
        }
        Token first = tokens.word("a statement");
        return switch (first.text()) {
            case "store" -> store(first);
            case "shared" -> sharedStore(first);
            case "atomic" -> atomic(first, null);
            case "alu" -> alu(first);
            case "controlBarrier" -> barrier(first, true);
            case "memoryBarrier" -> barrier(first, false);
            case "for" -> forLoop(first);
            case "while" -> whileLoop(first);
            case "if" -> conditional(first);
            case "else" -> throw first.at().error("'else' without 'if'; it must follow the '}' of an if");
            case "load", "shuffle", "ballot", "any", "all" ->
                throw first.at()
                        .error("'" + first.text() + "' needs a register for its result; write v = " + first.text()
                                + " ...");
            default -> assignment(first);
        };
    }

    private Statement assignment(Token target) {
        Token after = tokens.peek();
        if (after.is(".") && target.isWord("out")) {
            return images.export(target);
        }
        if (after.is(".")) {
            tokens.next();
            Token word = tokens.peek();
            if (names.vectors().has(target.text()) || VectorRegisters.component(word.text()) >= 0) {
                return component(target);
            }
            throw notAStatement(target, after);
        }
        if (!after.is("=")) {
            throw notAStatement(target, after);
        }
        tokens.next();
        Token right = tokens.peek();
        if (right.isWord("sample") && tokens.peekNext().is(".")) {
            tokens.next();
            return sample(target);
        }
        if (right.kind() == Token.Kind.WORD) {
            switch (right.text()) {
                case "load" -> {
                    tokens.next();
                    return load(target);
                }
                case "atomic" -> {
                    tokens.next();
                    return atomic(right, target);
                }
                case "shared" -> {
                    tokens.next();
                    return sharedLoad(target);
                }
                case "shuffle", "ballot", "any", "all" -> {
                    tokens.next();
                    return across(target, right);
                }
                default -> {}
            }
        }
        Expression value = expressions.expression();
        return new Statement.Assign(target.at(), assign(target), value);
    }

    /** {@code v.x = value} */
    private Statement component(Token vector) {
        Token word = tokens.word("x, y, z or w after '" + vector.text() + ".'");
        int component = VectorRegisters.component(word.text());
        if (component < 0) {
            throw word.at()
                    .error("unknown component '" + word.text() + "'; the components of a vector are x, y, z and w");
        }
        tokens.expect("=", "and a value");
        Token first = tokens.peek();
        if (Names.RIGHT_HAND_SIDES.contains(first.text())) {
            String place = vector.text() + "." + word.text();
            throw first.at()
                    .error("a component takes a value, and '" + first.text()
                            + "' gives one to a register only; write r = " + first.text() + " ..., then " + place
                            + " = r");
        }
        Expression value = expressions.expression();
        return new Statement.Assign(vector.at(), names.assign(vector, component, 1) + component, value);
    }

    private static KernelSyntaxException notAStatement(Token target, Token after) {
        if (target.isWord("sample") && after.is(".")) {
            return target.at().error("'sample' needs a register for its result; write v = sample ...");
        }
        if (after.kind() == Token.Kind.SYMBOL && "+-*/%&|^<<>>".contains(after.text())) {
            return after.at().error("this is no statement; write v = v " + after.text() + " ...");
        }
        if (after.is("[")) {
            return target.at().error("memory is written by store.TYPE " + target.text() + "[...] = ...");
        }
        String advice = OtherLanguages.statement(target.text());
        if (advice != null) {
            return target.at().error("'" + target.text() + "' begins no statement; " + advice);
        }
        if (after.is("==") || after.is(":")) {
            return after.at().error("a register is assigned by '='; write " + target.text() + " = ...");
        }
        String near = Names.instead(target.text(), Names.STATEMENTS);
        return target.at()
                .error("'" + target.text() + "' begins no statement"
                        + (near.contains("did you mean") ? near : "; a register is assigned by v = ..."));
    }

    private Statement load(Token target) {
        VectorType type = words.vectorType("load");
        int binding = binding();
        Expression index = images.index(binding, type.shift());
        Qualifiers qualifiers = words.qualifiers(true, false);
        return new Statement.Load(
                target.at(), assign(target, type), binding, type.element(), type.width(), index, qualifiers);
    }

    private Statement sample(Token target) {
        Statement.Sample s = images.sample(target.at());
        return new Statement.Sample(
                s.at(), assign(target), s.binding(), s.type(), s.sampling(), s.u(), s.v(), s.lod(), s.qualifiers());
    }

    private Statement store(Token statement) {
        VectorType type = words.vectorType("store");
        Token name = tokens.peek();
        int binding = binding();
        writable(name, binding);
        Expression index = images.index(binding, type.shift());
        tokens.expect("=", "and a value");
        Expression value = stored(type);
        return new Statement.Store(
                statement.at(), binding, type.element(), type.width(), index, value, words.qualifiers(false, true));
    }

    private Statement atomic(Token statement, @Nullable Token target) {
        AtomicOp op = words.atomicOp();
        Token typeToken = tokens.peekNext();
        ElementType type = words.type("atomic." + op.text());
        if (!op.supports(type)) {
            throw typeToken
                    .at()
                    .error("atomic." + op.text() + " does not exist for " + type.text()
                            + "; it exists for u32, u64, i32" + (op.supports(ElementType.F32) ? ", f32" : ""));
        }
        Token name = tokens.peek();
        int binding = binding();
        writable(name, binding);
        Expression index = images.index(binding, type.shift());
        tokens.expect(",", "and the operand of atomic." + op.text());
        Expression compare = ZERO;
        if (op == AtomicOp.COMPARE_EXCHANGE) {
            compare = expressions.expression();
            tokens.expect(",", "and the new value; compareExchange takes name[index], compare, value");
        }
        Expression operand = expressions.expression();
        Qualifiers qualifiers = words.qualifiers(true, true);
        int register = target == null ? -1 : assign(target);
        SourcePosition at = target == null ? statement.at() : target.at();
        return new Statement.Atomic(at, register, op, binding, type, index, compare, operand, qualifiers);
    }

    private Statement sharedLoad(Token target) {
        VectorType type = shared(tokens.peek(), "load");
        Expression index = sharedIndex();
        return new Statement.SharedLoad(target.at(), assign(target, type), type.element(), type.width(), index);
    }

    private Statement sharedStore(Token statement) {
        VectorType type = shared(statement, "store");
        Expression index = sharedIndex();
        tokens.expect("=", "and a value");
        return new Statement.SharedStore(statement.at(), type.element(), type.width(), index, stored(type));
    }

    /** What is to be stored: a value, or a vector that has as many components as the type. */
    private Expression stored(VectorType type) {
        if (!type.isVector()) {
            return expressions.expression();
        }
        Token name = tokens.word("a vector to store");
        Integer first = names.vectors().first(name.text());
        if (first == null) {
            throw name.at()
                    .error("'" + name.text() + "' is no vector; load one, or assign its components, such as "
                            + VectorRegisters.name(name.text(), 0) + " = ...");
        }
        for (int i = 0; i < type.width(); i++) {
            if (!names.vectors().isAssigned(first + i)) {
                throw name.at()
                        .error("'" + VectorRegisters.name(name.text(), i)
                                + "' is stored, but no statement before assigns it");
            }
        }
        return new Expression.Register(first);
    }

    private VectorType shared(Token statement, String operation) {
        tokens.expect(".", "and '" + operation + "' after shared");
        Token word = tokens.word("'" + operation + "' after shared");
        if (!word.isWord(operation)) {
            throw word.at()
                    .error("unknown operation 'shared." + word.text() + "' here; write "
                            + ("load".equals(operation)
                                    ? "v = shared.load.TYPE [index]"
                                    : "shared.store.TYPE [index] = value"));
        }
        if (source.sharedBytes() == 0) {
            throw statement.at().error("the kernel has no shared memory; give its size by the kernel's key 'shared'");
        }
        return words.vectorType("shared." + operation);
    }

    private Statement across(Token target, Token operation) {
        Expression value = expressions.expression();
        Expression lane = value;
        Opcode op = switch (operation.text()) {
            case "shuffle" -> Opcode.SHUFFLE;
            case "ballot" -> Opcode.BALLOT;
            case "any" -> Opcode.ANY;
            default -> Opcode.ALL;
        };
        if (op == Opcode.SHUFFLE) {
            tokens.expect(",", "and the lane; shuffle takes value, lane");
            lane = expressions.expression();
        }
        return new Statement.Across(target.at(), assign(target), op, value, lane);
    }

    private Statement alu(Token statement) {
        Token start = tokens.peek();
        Expression cycles = expressions.expression();
        if (cycles instanceof Expression.Constant known
                && (known.value() < 0 || known.value() > WaveInterpreter.MAX_ALU_CYCLES)) {
            throw start.at().error("alu takes 0 to " + WaveInterpreter.MAX_ALU_CYCLES + " cycles");
        }
        return new Statement.Alu(statement.at(), cycles);
    }

    private Statement barrier(Token statement, boolean control) {
        Token scopeToken = tokens.peek();
        Scope scope = words.scope(statement.text());
        if (control && scope != Scope.WORKGROUP && scope != Scope.SUBGROUP) {
            throw scopeToken.at().error("a controlBarrier has the scope workgroup or subgroup, not " + scope.text());
        }
        tokens.take(",");
        return new Statement.Barrier(statement.at(), control, scope, words.semantics(statement, !control));
    }

    private Statement forLoop(Token statement) {
        Token target = tokens.word("the loop's register after for");
        Token in = tokens.peek();
        if (!in.isWord("in")) {
            throw in.at().error("expected 'in', found " + in.shown() + "; write for i in 0..n { ... }");
        }
        tokens.next();
        Expression from = expressions.expression();
        tokens.expect("..", "between the bounds of the loop");
        Expression to = expressions.expression();
        Expression step = ONE;
        if (tokens.peek().isWord("step")) {
            tokens.next();
            Token start = tokens.peek();
            step = expressions.expression();
            if (step instanceof Expression.Constant known && known.value() == 0) {
                throw start.at().error("a step of 0 never ends; use another step");
            }
        }
        int register = assign(target);
        int loop = loops++;
        openLoops.add(register);
        List<Statement> body = block("for");
        openLoops.remove(openLoops.size() - 1);
        return new Statement.For(statement.at(), loop, register, from, to, step, body);
    }

    private Statement whileLoop(Token statement) {
        Expression condition = expressions.expression();
        int loop = loops++;
        return new Statement.While(statement.at(), loop, condition, block("while"));
    }

    private Statement conditional(Token statement) {
        Expression condition = expressions.expression();
        List<Statement> then = block("if");
        int mark = tokens.mark();
        tokens.skipLineEnds();
        if (!tokens.peek().isWord("else")) {
            tokens.back(mark);
            return new Statement.If(statement.at(), condition, then, null);
        }
        tokens.next();
        if (tokens.peek().isWord("if")) {
            Token nested = tokens.next();
            if (++nesting >= ExpressionParser.MAX_NESTING) {
                throw nested.at()
                        .error("'else if' is chained too long; blocks nest " + ExpressionParser.MAX_NESTING + " deep");
            }
            Statement inner = conditional(nested);
            nesting--;
            return new Statement.If(statement.at(), condition, then, List.of(inner));
        }
        return new Statement.If(statement.at(), condition, then, block("else"));
    }

    /** The register, or the first one of the vector, that an access of a type fills. */
    private int assign(Token target, VectorType type) {
        return type.isVector() ? names.assign(target, 0, type.width()) : assign(target);
    }

    private int assign(Token target) {
        int register = names.assign(target);
        if (openLoops.contains(register)) {
            throw target.at()
                    .error("'" + target.text() + "' counts an enclosing loop and cannot be assigned in it;"
                            + " use another register");
        }
        return register;
    }

    private int binding() {
        Token name = tokens.word("the name of a binding");
        int binding = names.binding(name.text());
        if (binding < 0) {
            throw name.at()
                    .error("unknown binding '" + name.text() + "'" + Names.instead(name.text(), names.bindings()));
        }
        return binding;
    }

    private void writable(Token name, int binding) {
        BindingKind kind = kinds.get(binding);
        if (!kind.writable()) {
            throw name.at()
                    .error("binding '" + name.text() + "' is " + kind.text()
                            + " and can only be loaded; stores and atomics need storage, storageImage or"
                            + " accelerationStructure");
        }
    }

    private Expression sharedIndex() {
        tokens.expect("[", "and an index");
        Expression index = expressions.expression();
        tokens.expect("]", "to close the index");
        return index;
    }
}
