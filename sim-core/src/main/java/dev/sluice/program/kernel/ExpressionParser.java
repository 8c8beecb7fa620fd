// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Parses expressions by precedence climbing, resolves their names and folds constants. */
final class ExpressionParser {
    /** The deepest nesting of parentheses and unary operators, and of blocks. */
    static final int MAX_NESTING = 64;

    private static final int MAX_HEIGHT = 1000;

    /** Binding strength; larger binds tighter, as in C. */
    private static final Map<String, Integer> PRECEDENCE = Map.ofEntries(
            Map.entry("||", 1),
            Map.entry("&&", 2),
            Map.entry("|", 3),
            Map.entry("^", 4),
            Map.entry("&", 5),
            Map.entry("==", 6),
            Map.entry("!=", 6),
            Map.entry("<", 7),
            Map.entry("<=", 7),
            Map.entry(">", 7),
            Map.entry(">=", 7),
            Map.entry("<<", 8),
            Map.entry(">>", 8),
            Map.entry("+", 9),
            Map.entry("-", 9),
            Map.entry("*", 10),
            Map.entry("/", 10),
            Map.entry("%", 10));

    private final TokenStream tokens;
    private final Names names;
    private final List<BindingKind> kinds;
    private final Traits traits;
    private int nesting;

    ExpressionParser(TokenStream tokens, Names names, List<BindingKind> kinds, Traits traits) {
        this.tokens = tokens;
        this.names = names;
        this.kinds = kinds;
        this.traits = traits;
    }

    Expression expression() {
        enter();
        Token start = tokens.peek();
        Expression condition = binary(1);
        if (tokens.take("?")) {
            Expression yes = expression();
            tokens.expect(":", "between the two values of '?'");
            condition = Expression.call(Opcode.SELECT, condition, yes, expression());
        }
        nesting--;
        return bounded(condition, start);
    }

    private Expression binary(int weakest) {
        Token start = tokens.peek();
        Expression left = unary();
        while (tokens.peek().kind() == Token.Kind.SYMBOL) {
            String operator = tokens.peek().text();
            int precedence = PRECEDENCE.getOrDefault(operator, 0);
            if (precedence < weakest) {
                break;
            }
            Token token = tokens.next();
            if (tokens.peek().is("=")) {
                throw token.at().error("'" + operator + "=' is not an operator; write v = v " + operator + " ...");
            }
            left = bounded(combine(operator, left, binary(precedence + 1)), start);
        }
        return left;
    }

    private static Expression combine(String operator, Expression a, Expression b) {
        return switch (operator) {
            case "||" -> Expression.call(Opcode.LOGICAL_OR, a, b);
            case "&&" -> Expression.call(Opcode.LOGICAL_AND, a, b);
            case "|" -> Expression.call(Opcode.OR, a, b);
            case "^" -> Expression.call(Opcode.XOR, a, b);
            case "&" -> Expression.call(Opcode.AND, a, b);
            case "==" -> Expression.call(Opcode.EQUAL, a, b);
            case "!=" -> Expression.call(Opcode.NOT_EQUAL, a, b);
            case "<" -> Expression.call(Opcode.LESS, a, b);
            case "<=" -> Expression.call(Opcode.LESS_EQUAL, a, b);
            case ">" -> Expression.call(Opcode.LESS, b, a);
            case ">=" -> Expression.call(Opcode.LESS_EQUAL, b, a);
            case "<<" -> Expression.call(Opcode.SHIFT_LEFT, a, b);
            case ">>" -> Expression.call(Opcode.SHIFT_RIGHT, a, b);
            case "+" -> Expression.call(Opcode.ADD, a, b);
            case "-" -> Expression.call(Opcode.SUBTRACT, a, b);
            case "*" -> Expression.call(Opcode.MULTIPLY, a, b);
            case "/" -> Expression.call(Opcode.DIVIDE, a, b);
            case "%" -> Expression.call(Opcode.REMAINDER, a, b);
            default -> throw new IllegalArgumentException(operator);
        };
    }

    private Expression unary() {
        Token token = tokens.peek();
        Opcode op = token.is("-")
                ? Opcode.NEGATE
                : token.is("~") ? Opcode.COMPLEMENT : token.is("!") ? Opcode.NOT : Opcode.COPY;
        if (op == Opcode.COPY) {
            return primary();
        }
        enter();
        tokens.next();
        Expression result = Expression.call(op, unary());
        nesting--;
        return result;
    }

    private Expression primary() {
        Token token = tokens.peek();
        switch (token.kind()) {
            case NUMBER -> {
                tokens.next();
                return new Expression.Constant(token.value());
            }
            case WORD -> {
                tokens.next();
                return tokens.peek().is("(") && !Names.STATEMENTS.contains(token.text())
                        ? function(token)
                        : name(token);
            }
            default -> {
                if (token.is("(")) {
                    tokens.next();
                    Expression inner = expression();
                    tokens.expect(")", "to close the parenthesis");
                    return inner;
                }
                throw token.at()
                        .error("expected a value, found " + token.shown()
                                + (token.is("/") ? "; a comment begins with '#'" : ""));
            }
        }
    }

    private Expression function(Token name) {
        Opcode op = Names.FUNCTIONS.get(name.text());
        if (op == null) {
            String advice = OtherLanguages.value(name.text());
            throw name.at()
                    .error("unknown function '" + name.text() + "'"
                            + (advice == null ? Names.instead(name.text(), Names.FUNCTIONS.keySet()) : "; " + advice));
        }
        tokens.expect("(", "after " + name.text());
        List<Expression> arguments = new ArrayList<>();
        if (!tokens.peek().is(")")) {
            do {
                arguments.add(expression());
            } while (tokens.take(","));
        }
        tokens.expect(")", "to close the arguments of " + name.text());
        if (arguments.size() != op.arity()) {
            throw name.at()
                    .error("function '" + name.text() + "' takes " + op.arity()
                            + (op.arity() == 1 ? " argument" : " arguments") + ", found " + arguments.size());
        }
        return bounded(Expression.call(op, arguments.toArray(Expression[]::new)), name);
    }

    private Expression name(Token token) {
        String name = token.text();
        if (Names.STATEMENTS.contains(name)) {
            String instead = Names.RIGHT_HAND_SIDES.contains(name) ? "assign it to a register" : "write it";
            throw token.at().error("'" + name + "' is a statement and no value; " + instead + " on a line of its own");
        }
        if (tokens.peek().is("[")) {
            throw token.at()
                    .error("memory is read by a statement of its own; write v = load.TYPE " + name + "[...] first");
        }
        if (names.vectors().has(name)
                && (names.binding(name) < 0
                        || VectorRegisters.component(tokens.peekNext().text()) >= 0)) {
            return component(token);
        }
        if (tokens.peek().is(".") && names.binding(name) >= 0) {
            return imageParameter(token, names.binding(name));
        }
        int register = names.register(name);
        if (register >= 0) {
            refuseComponent(token);
            return new Expression.Register(register);
        }
        int parameter = names.parameter(name);
        if (parameter >= 0) {
            refuseComponent(token);
            return new Expression.Parameter(parameter);
        }
        Builtin builtin = names.builtin(name);
        if (builtin != null) {
            refuseComponent(token);
            traits.reads(builtin, token);
            return new Expression.Ready(builtin);
        }
        throw token.at().error(unknown(name));
    }

    /** Refuses a dot behind what is one value. */
    private void refuseComponent(Token name) {
        if (tokens.peek().is(".")) {
            String part = tokens.peekNext().text();
            String axis = part.toUpperCase(Locale.ROOT);
            throw tokens.peek()
                    .at()
                    .error("'" + name.text() + "' is one value and has no '." + part + "'"
                            + (Names.BUILTINS.containsKey(name.text() + axis) ? "; write " + name.text() + axis : ""));
        }
    }

    /** {@code .x} and so on. */
    private Expression component(Token vector) {
        String name = vector.text();
        if (!tokens.peek().is(".")) {
            throw vector.at()
                    .error("'" + name + "' is a vector; read its components, such as " + VectorRegisters.name(name, 0));
        }
        tokens.next();
        Token word = tokens.word("x, y, z or w after '" + name + ".'");
        int component = VectorRegisters.component(word.text());
        if (component < 0) {
            throw word.at()
                    .error("unknown component '" + word.text() + "'; the components of a vector are x, y, z and w");
        }
        int register = names.register(VectorRegisters.name(name, component));
        if (!names.vectors().isAssigned(register)) {
            throw vector.at()
                    .error("'" + VectorRegisters.name(name, component)
                            + "' is read, but no statement before assigns it");
        }
        return new Expression.Register(register);
    }

    /** {@code .width} and so on. */
    private Expression imageParameter(Token name, int binding) {
        BindingKind kind = kinds.get(binding);
        if (!kind.image()) {
            throw name.at()
                    .error("binding '" + name.text() + "' is " + kind.text()
                            + "; only images have a width and a height");
        }
        tokens.next();
        Token word = tokens.word("width, height, levels or layers after '" + name.text() + ".'");
        ImageParameter what = ImageParameter.of(word.text());
        if (what == null) {
            throw word.at()
                    .error("an image has no '" + word.text() + "'"
                            + Names.instead(word.text(), ImageParameter.names()));
        }
        return new Expression.Parameter(names.imageParameter(binding, what));
    }

    private String unknown(String name) {
        if (names.binding(name) >= 0) {
            return "'" + name + "' is a binding and no value; write v = load.TYPE " + name + "[...] first";
        }
        if (Names.FUNCTIONS.containsKey(name)) {
            return "'" + name + "' is a function; write " + name + "(...)";
        }
        String advice = OtherLanguages.value(name);
        if (advice != null) {
            return "'" + name + "' is no built-in; " + advice;
        }
        return "'" + name + "' is read, but no statement before assigns it, and it is no parameter and no built-in"
                + Names.instead(name, names.readable());
    }

    private void enter() {
        if (++nesting > MAX_NESTING) {
            throw tokens.peek()
                    .at()
                    .error("the expression is nested deeper than " + MAX_NESTING
                            + " levels; use registers for its parts");
        }
    }

    private static Expression bounded(Expression expression, Token start) {
        if (expression.height() > MAX_HEIGHT) {
            throw start.at().error("the expression is too long; use registers for its parts");
        }
        return expression;
    }
}
