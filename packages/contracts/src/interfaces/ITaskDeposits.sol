// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

/// @title ITaskDeposits
/// @notice Lets an ordinary transfer authorization, whose nonce the payer's client chooses (x402, scheme "exact"),
/// create one task: the payee says what the payment is for. Each poster and consent, which is the hash of a task's
/// terms and a salt, have a deposit address of their own. What is paid there can only reach the escrow, as the reward
/// of exactly that task of that poster, or go back to the poster.
interface ITaskDeposits {
    /// @notice `amount`, paid outside of `collect`, went back to `poster`.
    /// @param poster whose deposit it was
    /// @param consent keccak256 of the ABI encoding of the terms and the salt
    /// @param amount what was in it
    event DepositRefunded(address indexed poster, bytes32 indexed consent, uint256 amount);

    /// @notice Only the escrow collects.
    error NotEscrow(address caller);
    /// @notice This deposit has served its task. Take another salt.
    error DepositUsed(address deposit);
    /// @notice The deposit holds nothing.
    error NothingToRefund(address deposit);

    /// @notice The deposit address for a task of `poster`; `consent` is keccak256 of the ABI encoding of the terms and
    /// the salt. It has no code until its task exists or a refund was made.
    /// @param poster whose task it is
    /// @param consent keccak256 of the ABI encoding of the terms and the salt
    /// @return the address
    function addressOf(address poster, bytes32 consent) external view returns (address);

    /// @notice Whether a deposit has served its task. That it has code does not say so: a refund creates it too.
    /// @param deposit the deposit address
    /// @return used whether it has
    function isUsed(address deposit) external view returns (bool used);

    /// @notice The escrow alone: moves `amount` from `poster` to the deposit by the poster's
    /// `TransferWithAuthorization`, and on to the escrow. That signature, to this address, is the poster's consent to
    /// these terms; money that came to the deposit in any other way is not. A deposit serves once, so that a poster who
    /// signs twice posts one task.
    /// @dev Reverts with `NotEscrow`, `DepositUsed`, or the token's own error.
    /// @param poster whose task it is
    /// @param consent keccak256 of the ABI encoding of the terms and the salt
    /// @param amount R
    /// @param validAfter the second after which it is valid
    /// @param validBefore the second before which it is valid
    /// @param nonce the nonce of the payment
    /// @param signature the poster's
    function collect(
        address poster,
        bytes32 consent,
        uint256 amount,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes calldata signature
    ) external;

    /// @notice Anyone, at any time: sends everything in the deposit to the poster. A deposit holds money only if
    /// someone paid it directly: in a creation the money passes through within one transaction.
    /// @dev Reverts with `NothingToRefund`, or the token's own error. Emits `DepositRefunded`.
    /// @param poster whose deposit it is
    /// @param consent keccak256 of the ABI encoding of the terms and the salt
    /// @return amount what was in it
    function refund(address poster, bytes32 consent) external returns (uint256 amount);
}
