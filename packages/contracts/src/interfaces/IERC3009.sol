// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

/// @title IERC3009
/// @notice The part of USDC's EIP-3009 that the escrow and its deposits use, with the signature as bytes, so that
/// ERC-1271 wallets can sign too.
interface IERC3009 {
    /// @notice Transfers `value` from `from` to `to` by the signature of `from`; anyone may call it.
    /// @param from the payer
    /// @param to the recipient
    /// @param value the amount
    /// @param validAfter the second after which it is valid
    /// @param validBefore the second before which it is valid
    /// @param nonce a value that the payer has not used at the token
    /// @param signature the payer's
    function transferWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes calldata signature
    ) external;

    /// @notice Transfers `value` from `from` to `to`, which must be the caller, by the signature of `from`.
    /// @param from the payer
    /// @param to the recipient
    /// @param value the amount
    /// @param validAfter the second after which it is valid
    /// @param validBefore the second before which it is valid
    /// @param nonce a value that the payer has not used at the token
    /// @param signature the payer's
    function receiveWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes calldata signature
    ) external;
}
