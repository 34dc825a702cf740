// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import { ITaskEscrow } from "../../src/interfaces/ITaskEscrow.sol";
import { EscrowErrors } from "../../src/libraries/EscrowErrors.sol";
import { TestUSDC } from "../../src/mocks/TestUSDC.sol";
import { Wallet1271 } from "../mocks/Wallet1271.sol";
import { Base } from "../Base.t.sol";

contract CreateTaskWithAuthorization is Base {
    function setUp() public override {
        super.setUp();
        vm.prank(poster);
        usdc.approve(address(escrow), 0);
    }

    function createWith(ITaskEscrow.Authorization memory authorization) private returns (uint256) {
        vm.prank(stranger);
        return escrow.createTaskWithAuthorization(terms(), SALT, authorization);
    }

    function test_WhenThePosterSignedTheseTerms() public {
        ITaskEscrow.Authorization memory authorization = creation();
        Balances memory before = balances();
        expectEvent();
        ITaskEscrow.Terms memory t = terms();
        emit ITaskEscrow.TaskCreated(
            1,
            poster,
            METADATA,
            REWARD,
            STAKE,
            t.mode,
            t.maxChangeRounds,
            t.judge,
            t.windows,
            block.timestamp + t.windows.open,
            CANCEL_FEE,
            FEE_BPS,
            arbiter
        );
        assertEq(createWith(authorization), 1);
        assertState(1, ITaskEscrow.State.Funded);
        assertEq(escrow.getTask(1).poster, poster);
        assertEq(before.poster - usdc.balanceOf(poster), REWARD);
        assertEq(usdc.balanceOf(address(escrow)), REWARD);
        assertTrue(usdc.authorizationState(poster, escrow.creationNonce(terms(), SALT)));
    }

    function test_WhenAContractWalletSignedTheseTerms() public {
        address wallet = address(new Wallet1271(poster));
        usdc.mint(wallet, REWARD);
        uint256 id = createWith(creationBy(posterKey, wallet, terms(), SALT));
        assertEq(escrow.getTask(id).poster, wallet);
        assertEq(usdc.balanceOf(wallet), 0);
    }

    function test_WhenTheSameTermsAreSignedAgainWithAnotherSalt() public {
        createWith(creation());
        ITaskEscrow.Authorization memory second = creationBy(posterKey, poster, terms(), 0);
        assertEq(escrow.createTaskWithAuthorization(terms(), 0, second), 2);
        assertEq(usdc.balanceOf(address(escrow)), 2 * REWARD);
    }

    function test_RevertWhen_TheSameTermsAreSignedAgainWithTheSameSalt() public {
        createWith(creation());
        skip(1);
        ITaskEscrow.Authorization memory second = creation();
        vm.expectRevert(TestUSDC.AuthorizationAlreadyUsed.selector);
        createWith(second);
    }

    function test_RevertWhen_TheSignerIsTheArbiter() public {
        (address judge, uint256 key) = makeAddrAndKey("arbiter");
        ITaskEscrow.Authorization memory authorization = creationBy(key, judge, terms(), SALT);
        vm.expectRevert(abi.encodeWithSelector(EscrowErrors.ConflictOfInterest.selector, 0, judge));
        createWith(authorization);
    }

    function test_RevertGiven_CreationIsPaused() public {
        vm.prank(owner);
        escrow.setCreationPaused(true);
        ITaskEscrow.Authorization memory authorization = creation();
        vm.expectRevert(EscrowErrors.CreationIsPaused.selector);
        createWith(authorization);
    }

    function test_RevertWhen_TheTermsAreOutOfBounds() public {
        ITaskEscrow.Terms memory t = terms();
        t.reward = CANCEL_FEE;
        ITaskEscrow.Authorization memory authorization = creationBy(posterKey, poster, t, SALT);
        vm.expectRevert(abi.encodeWithSelector(EscrowErrors.RewardTooSmall.selector, CANCEL_FEE, CANCEL_FEE));
        escrow.createTaskWithAuthorization(t, SALT, authorization);
    }

    function test_RevertWhen_AnotherKeySigned() public {
        ITaskEscrow.Authorization memory authorization = creationBy(workerKey, poster, terms(), SALT);
        vm.expectRevert(TestUSDC.WrongSignature.selector);
        createWith(authorization);
    }

    function test_RevertWhen_ItIsSentTooEarlyOrTooLate() public {
        ITaskEscrow.Authorization memory authorization = creation();
        vm.warp(authorization.validAfter);
        vm.expectRevert(TestUSDC.AuthorizationNotYetValid.selector);
        createWith(authorization);
        vm.warp(authorization.validBefore);
        vm.expectRevert(TestUSDC.AuthorizationExpired.selector);
        createWith(authorization);
    }

    function test_RevertWhen_ThePosterCancelledTheAuthorization() public {
        ITaskEscrow.Authorization memory authorization = creation();
        bytes32 nonce = escrow.creationNonce(terms(), SALT);
        bytes32 structHash = keccak256(abi.encode(usdc.CANCEL_AUTHORIZATION_TYPEHASH(), poster, nonce));
        usdc.cancelAuthorization(poster, nonce, sign(posterKey, usdc.DOMAIN_SEPARATOR(), structHash));
        vm.expectRevert(TestUSDC.AuthorizationAlreadyUsed.selector);
        createWith(authorization);
    }
}
