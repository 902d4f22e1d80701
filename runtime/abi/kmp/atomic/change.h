// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The operations of atomic constructs: one type for each operator of the language.
#pragma once

#include <type_traits>

namespace limpid::abi {

// The type in which a binary operation of T and V is computed: the wider one, and for integers an unsigned
// one, because an atomic update wraps around.
template <typename T, typename V>
struct Common {
  using Type = decltype(T{} + V{});
};
template <typename T>
requires std::is_integral_v<T>
struct Common<T, T> {
  using Type = std::make_unsigned_t<decltype(T{} + T{})>;
};

struct Add {
  template <typename T, typename V>
  static T of(T before, V value) {
    using C = typename Common<T, V>::Type;
    return static_cast<T>(static_cast<C>(before) + static_cast<C>(value));
  }
};

struct Sub {
  template <typename T, typename V>
  static T of(T before, V value) {
    using C = typename Common<T, V>::Type;
    return static_cast<T>(static_cast<C>(before) - static_cast<C>(value));
  }
};

struct Mul {
  template <typename T, typename V>
  static T of(T before, V value) {
    using C = typename Common<T, V>::Type;
    return static_cast<T>(static_cast<C>(before) * static_cast<C>(value));
  }
};

// Division depends on the sign, so integers keep their type.
struct Div {
  template <typename T, typename V>
  static T of(T before, V value) {
    return static_cast<T>(before / value);
  }
};

struct Shl {
  template <typename T>
  static T of(T before, T value) {
    return static_cast<T>(static_cast<std::make_unsigned_t<T>>(before) << value);
  }
};

struct Shr {
  template <typename T>
  static T of(T before, T value) {
    return static_cast<T>(before >> value);
  }
};

struct Andb {
  template <typename T>
  static T of(T before, T value) {
    return before & value;
  }
};

struct Orb {
  template <typename T>
  static T of(T before, T value) {
    return before | value;
  }
};

struct Xor {
  template <typename T>
  static T of(T before, T value) {
    return before ^ value;
  }
};

struct Andl {
  template <typename T>
  static T of(T before, T value) {
    return before && value;
  }
};

struct Orl {
  template <typename T>
  static T of(T before, T value) {
    return before || value;
  }
};

// Fortran's .eqv. and .neqv., bit by bit.
struct Eqv {
  template <typename T>
  static T of(T before, T value) {
    return before ^ ~value;
  }
};

struct Neqv {
  template <typename T>
  static T of(T before, T value) {
    return before ^ value;
  }
};

// A NaN compares as false, and changes nothing.
struct Max {
  template <typename T>
  static T of(T before, T value) {
    return before < value ? value : before;
  }
};

struct Min {
  template <typename T>
  static T of(T before, T value) {
    return value < before ? value : before;
  }
};

// x = value op x
template <typename Operation>
struct Reversed {
  template <typename T>
  static T of(T before, T value) {
    return Operation::of(value, before);
  }
};

struct Swp {
  template <typename T>
  static T of(T, T value) {
    return value;
  }
};

}  // namespace limpid::abi
